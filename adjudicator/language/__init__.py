"""From text to the model and back: files, layout, phrases, sentences, names, messages."""
