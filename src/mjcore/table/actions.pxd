# Actions: one number with one meaning in every rule set. Part of the public C API.

cdef enum:
    DISCARD = 0                # + kind: a plain tile; while tiles are exchanged: pick one
    KONG_OF = 64               # + kind, own turn: concealed, or the fourth tile onto the own pung
    PASS = 128
    WIN = 129
    READY = 130                # riichi, show, listen; a discard follows
    ABORT = 131                # nine kinds of terminals and honours
    EXTRACT = 132              # a north is set aside
    DISCARD_HELD = 133         # a copy from the hand that equals the drawn tile, where the difference is public
    DISCARD_RED = 134          # + suit: the red five
    CHOW = 137                 # + place of the claimed tile: lowest, middle, highest
    CHOW_RED = 140             # the same with the red five of the hand
    PUNG = 143
    PUNG_RED = 144
    KONG = 145                 # of the discard
    VOID = 155                 # + suit
    NUMBER = 158               # + 0..9
    ACTIONS = 256
    NO_ACTION = 255            # ids above 178 mean nothing yet
