"""Forms without sets, and wins by flowers alone (forms.pxd)."""
