"""What ipywidgets imports of IPython."""
