"""Hands that end with the wall and are checked: pigs, who is not ready (pay_draw.pxd)."""
