"""How the page looks: plain, light or dark as the reader's machine has it, and all unfolded on paper."""

STYLE = """
:root { color-scheme: light dark; --ink: #1d1d1f; --paper: #fdfcf9; --faint: #66645f; --line: #d9d4c8; --good: #1a7a37; --bad: #b3261e;
  --maybe: #8a5a00; --clause: #0b5c8a; }
@media (prefers-color-scheme: dark) { :root { --ink: #ececec; --paper: #1b1b1d; --faint: #a9a6a0; --line: #3b3a38; --good: #6fd08c;
  --bad: #ff8a80; --maybe: #f0bf62; --clause: #7cc4f0; } }
body { margin: 0 auto; padding: 1.5rem; max-width: 52rem; font: 16px/1.5 Georgia, serif; color: var(--ink); background: var(--paper); }
h1 { font-size: 1.5rem; } h2 { font-size: 1.2rem; margin-top: 2.2rem; border-top: 1px solid var(--line); padding-top: 1rem; }
h3 { font-size: 1rem; margin: 1.2rem 0 .3rem; } p, ul, ol { margin: .3rem 0; }
.answer { font-size: 1.35rem; font-weight: bold; color: var(--good); margin: .2rem 0; } .faint, .said { color: var(--faint); }
.said { font-style: italic; margin: .1rem 0 .3rem 1.2rem; } .bad { color: var(--bad); } .maybe { color: var(--maybe); }
.clause { color: var(--clause); } summary { cursor: pointer; padding: .15rem 0; }
summary:focus-visible, a:focus-visible { outline: 2px solid var(--clause); }
details { margin: .2rem 0; } details > div { border-left: 2px solid var(--line); margin-left: .4rem; padding-left: .9rem; }
blockquote { margin: .3rem 0 .6rem; border-left: 3px solid var(--clause); padding-left: .8rem; font-size: 1.1rem; }
blockquote p { margin: 0; }
blockquote cite { font-size: .85rem; font-style: normal; color: var(--faint); } .how > summary { font-weight: bold; }
.number { color: var(--faint); font-variant-numeric: tabular-nums; } a { color: var(--clause); }
figure { margin: 1rem 0; overflow-x: auto; background: #fff;
  border-radius: 6px; padding: .5rem; }
figcaption { color: #555; font-size: .85rem; }
@media print { body { max-width: none; background: #fff; color: #000; } details > summary { list-style: none; } h2 { break-after: avoid; }
  details, figure { break-inside: avoid; } details:not([open])::details-content { content-visibility: visible; } }
"""
