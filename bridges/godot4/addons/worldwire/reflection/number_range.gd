extends RefCounted

# The numbers that the engine can store. It stores others as infinity, or without their upper bits, and reports no error.

const WHOLE := 9007199254740992.0
const MAX_EXACT := 9007199254740991
const MAX_INT64 := 9223372036854775808.0
const MAX_INT := 0x7fffffff
const MAX_UNSIGNED := 0xffffffff
# The items of packed arrays, for hints.
const BOUNDS := {
	TYPE_PACKED_BYTE_ARRAY: "an integer from 0 to 255",
	TYPE_PACKED_INT32_ARRAY: "an integer of 32 bits with a sign",
	TYPE_PACKED_INT64_ARRAY: "an integer of at most 53 bits",
	TYPE_PACKED_FLOAT32_ARRAY: "a number of at most 32 bits, which ends at 3.4e38",
}


static func is_number(json: Variant) -> bool:
	return json is float and not is_nan(json) and not is_inf(json) or json is int


# Whether it is an integer in the exact range of a double.
static func is_whole(number: Variant) -> bool:
	return number == floor(number) and abs(number) < WHOLE


# Whether a double holds the integer exactly.
static func is_exact(integer: int) -> bool:
	return integer >= -MAX_EXACT and integer <= MAX_EXACT


# Whether it may be an integer that lost digits in JSON.
static func is_long_integer(json: Variant) -> bool:
	return json is float and abs(json) >= WHOLE and abs(json) <= MAX_INT64


# Whether it is finite in single precision, which vectors and most engine classes use.
static func is_single(number: Variant) -> bool:
	return not is_inf(Vector2(number, 0).x)


# Whether engine classes store the value unchanged. Nearly all use 32 bits for a number.
static func is_native(type: int, value: Variant) -> bool:
	if type == TYPE_INT and value is int:
		return value >= -MAX_INT - 1 and value <= MAX_UNSIGNED
	return type != TYPE_FLOAT or not value is float or is_single(value)


# Whether a number of the right type fits into a packed array.
static func is_item(packed: int, item: Variant) -> bool:
	match packed:
		TYPE_PACKED_BYTE_ARRAY:
			return item >= 0 and item <= 255
		TYPE_PACKED_INT32_ARRAY:
			return item >= -MAX_INT - 1 and item <= MAX_INT
		TYPE_PACKED_FLOAT32_ARRAY:
			return is_single(item)
	return true


# Whether the engine could not store the value, by what it reads back.
static func did_overflow(sent: Variant, found: Variant) -> bool:
	if sent is int and found is int:
		return sent != found and (sent - found) % (1 << 32) == 0
	if typeof(found) != TYPE_FLOAT and not typeof(found) in range(TYPE_VECTOR2, TYPE_COLOR + 1):
		return false
	var text := str(found)
	return text.find("inf") >= 0 or text.find("nan") >= 0
