"""The integer code that programs are compiled to: a stack machine, each instruction an opcode and its operand.

Every instruction is two integers, so a program is int32[2 * instructions]. Jumps count from the program's
own first instruction, so that programs can lie one behind another in one array. Slots 0, 1, 2 of a run's
working space are ``_result_`` and the given names; further variables follow, and behind them the stack.
"""

HALT = 0
STEP = 1  # count one step
PUSH = 2  # operand: the number
LOAD = 3  # operand: the slot
STORE = 4  # operand: the slot
ADD, SUB, MUL, DIV, REM = 5, 6, 7, 8, 9  # the right-hand side is on top of the stack
NEG = 10
POINTS, CHAR = 11, 12  # of the letter whose index is on top
RAISE, LOWER = 13, 14  # case of the character on top
EQ, NE, LT, LE, GT, GE = 15, 16, 17, 18, 19, 20
AND, OR, NOT = 21, 22, 23
CLASS = 24  # operand: the bits asked for
JUMP, JUMP_UNLESS = 25, 26  # operand: the instruction
FAIL = 27  # operand: the status

# how a run ends
DONE, VAR_EXISTS, VAR_NOT_FOUND, RESERVED_NAME, INDEX_OUT_OF_BOUNDS, DIVISION_BY_ZERO, STEP_LIMIT = range(7)
NAMES = ("", "VarExists", "VarNotFound", "ReservedName", "IndexOutOfBounds", "DivisionByZero", "StepLimit")
