extends Reference

# The numbers that the engine can store. It stores others as infinity, or without their upper bits, and reports no error.

const WHOLE := 9007199254740992.0
const MAX_EXACT := 9007199254740991
const MAX_INT64 := 9223372036854775808.0
const MAX_INT := 0x7fffffff
const MAX_UNSIGNED := 0xffffffff
# The items of pool arrays, for hints.
const BOUNDS := {
	TYPE_RAW_ARRAY: "an integer from 0 to 255",
	TYPE_INT_ARRAY: "an integer of 32 bits with a sign",
	TYPE_REAL_ARRAY: "a number of at most 32 bits, which ends at 3.4e38",
}


static func is_number(json) -> bool:
	return json is float and not is_nan(json) and not is_inf(json) or json is int


# Whether it is an integer in the exact range of a double.
static func is_whole(number) -> bool:
	return number == floor(number) and abs(number) < WHOLE


# Whether a double holds the integer exactly.
static func is_exact(integer: int) -> bool:
	return integer >= -MAX_EXACT and integer <= MAX_EXACT


# Whether it may be an integer that lost digits in JSON.
static func is_long_integer(json) -> bool:
	return json is float and abs(json) >= WHOLE and abs(json) <= MAX_INT64


# Whether it is finite in single precision, which vectors and most engine classes use.
static func is_single(number) -> bool:
	return not is_inf(Vector2(number, 0).x)


# Whether engine classes store the value unchanged. Nearly all use 32 bits for a number.
static func is_native(type: int, value) -> bool:
	if type == TYPE_INT and value is int:
		return value >= -MAX_INT - 1 and value <= MAX_UNSIGNED
	return type != TYPE_REAL or not value is float or is_single(value)


# Whether a number of the right type fits into a pool array.
static func is_item(pool: int, item) -> bool:
	match pool:
		TYPE_RAW_ARRAY:
			return item >= 0 and item <= 255
		TYPE_INT_ARRAY:
			return item >= -MAX_INT - 1 and item <= MAX_INT
		TYPE_REAL_ARRAY:
			return is_single(item)
	return true


# Whether the engine could not store the value, by what it reads back.
static func did_overflow(sent, found) -> bool:
	if sent is int and found is int:
		return sent != found and (sent - found) % (1 << 32) == 0
	if typeof(found) != TYPE_REAL and not typeof(found) in range(TYPE_VECTOR2, TYPE_COLOR + 1):
		return false
	var text := str(found)
	return text.find("inf") >= 0 or text.find("nan") >= 0
