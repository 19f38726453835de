extends Reference

# Which numbers the engine has room for. It would keep others as infinity, or without their upper half, and say nothing.

const WHOLE := 9007199254740992.0
const MAX_EXACT := 9007199254740991
# Where integers of 64 bits end.
const LONGEST := 9223372036854775808.0
const MAX_INT := 0x7fffffff
const MAX_UNSIGNED := 0xffffffff
# Of what pools have less room for than others, in words.
const BOUNDS := {
	TYPE_RAW_ARRAY: "an integer from 0 to 255",
	TYPE_INT_ARRAY: "an integer of 32 bits with a sign",
	TYPE_REAL_ARRAY: "a number of at most 32 bits, which ends at 3.4e38",
}


static func is_number(json) -> bool:
	return json is float and not is_nan(json) and not is_inf(json) or json is int


# Of a number: whether it is an integer like all its neighbours.
static func is_whole(number) -> bool:
	return number == floor(number) and abs(number) < WHOLE


# Whether JSON has all digits of an integer.
static func is_exact(integer: int) -> bool:
	return integer >= -MAX_EXACT and integer <= MAX_EXACT


# Of JSON: whether it may be an integer that has lost some of its digits.
static func is_long_integer(json) -> bool:
	return json is float and abs(json) >= WHOLE and abs(json) <= LONGEST


# Of a number: whether it stays finite with 32 bits, which is what vectors have, and most of the engine's own classes.
static func is_single(number) -> bool:
	return not is_inf(Vector2(number, 0).x)


# Whether the engine's own classes take a value of that type as it is. They have 32 bits for a number, nearly always.
static func is_native(type: int, value) -> bool:
	if type == TYPE_INT and value is int:
		return value >= -MAX_INT - 1 and value <= MAX_UNSIGNED
	return type != TYPE_REAL or not value is float or is_single(value)


# Of a number that is of the right type: whether it fits into a pool.
static func is_item(pool: int, item) -> bool:
	match pool:
		TYPE_RAW_ARRAY:
			return item >= 0 and item <= 255
		TYPE_INT_ARRAY:
			return item >= -MAX_INT - 1 and item <= MAX_INT
		TYPE_REAL_ARRAY:
			return is_single(item)
	return true


# Whether there was no room for what was written, by what is found there afterwards.
static func was_missing(sent, found) -> bool:
	if sent is int and found is int:
		return sent != found and (sent - found) % (1 << 32) == 0
	if typeof(found) != TYPE_REAL and not typeof(found) in range(TYPE_VECTOR2, TYPE_COLOR + 1):
		return false
	var text := str(found)
	return text.find("inf") >= 0 or text.find("nan") >= 0
