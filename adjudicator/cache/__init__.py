"""What is kept from one run to the next: a private folder, sealed files, and a form that is data and nothing else."""
