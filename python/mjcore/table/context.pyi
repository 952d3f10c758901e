"""What a table is made from, read from Python objects and checked (context.pxd)."""

from mjcore.table.names import ACTION_IDS as ACTION_IDS
