"""Pictures of training code: placed by a layout library, drawn as SVG; or as text for Graphviz and Mermaid. Floor 5."""
