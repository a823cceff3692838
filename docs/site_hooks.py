"""What the theme of the documentation site leaves to be done for its readers with a keyboard."""

STYLE = "<style>.md-skip:not(:focus) { top: -4rem } .md-typeset p a, .md-typeset td a, .md-typeset li a { text-decoration: underline }</style>"


def on_post_page(output, page, config):
    """Lets code and tables that scroll take the focus, keeps the skip link away until it has the focus, and underlines links in text."""
    output = output.replace("<pre><span></span><code>", '<pre><span></span><code tabindex="0">')
    output = output.replace("<pre><code", '<pre><code tabindex="0"').replace("<table>", '<table tabindex="0">')
    return output.replace("</head>", STYLE + "</head>", 1)
