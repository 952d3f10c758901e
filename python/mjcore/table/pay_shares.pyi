"""Payments where han are counted: shares, honba, deposits, liability (pay_shares.pxd)."""
