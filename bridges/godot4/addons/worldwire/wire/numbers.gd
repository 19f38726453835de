extends RefCounted

# Converts doubles to decimal text and back exactly. The engine writes six digits and rounds twice when it reads. Large numbers are
# lists of limbs, the lowest first.

const WHOLE := 9007199254740992.0
const BILLION := 1000000000
# The largest powers whose product with a limb is still an integer of 64 bits.
const FIVES_EXPONENT := 12
const TWOS_EXPONENT := 28
const TENS_EXPONENT := 9
const LIMB_BITS := 30
# More than a double has.
const DIGITS := 20
const MANTISSA_BITS := 52
const BIAS := 1075


static func text_of(value: float) -> String:
	if is_nan(value) or is_inf(value):
		return "null"
	if is_whole(value):
		return str(int(value))
	if is_short(value):
		return ("%.6f" % value).rstrip("0")
	return _exact(value)


# Whether it is an integer in the exact range of a double.
static func is_whole(value: float) -> bool:
	return value == floor(value) and abs(value) < WHOLE


# Whether six decimal places are exact: dividing two integers rounds once, as reading does.
static func is_short(value: float) -> bool:
	var millionths := round(value * 1e6)
	return abs(millionths) < WHOLE and millionths / 1e6 == value


# Of the text of a JSON number.
static func value_of(text: String) -> float:
	var number := text.lstrip("-").to_lower()
	var direction := -1.0 if text.begins_with("-") else 1.0
	var power := 0
	var mark := number.find("e")
	if mark >= 0:
		power = int(clamp(float(number.substr(mark + 1)), -100000, 100000))
		number = number.substr(0, mark)
	var point := number.find(".")
	if point >= 0:
		power -= number.length() - point - 1
		number = number.substr(0, point) + number.substr(point + 1)
	number = number.lstrip("0")
	if number.is_empty() or number.length() + power < -330:
		return 0.0
	return INF * direction if number.length() + power > 310 else _nearest(number, power) * direction


static func bits_of(value: float) -> int:
	var bytes := StreamPeerBuffer.new()
	bytes.put_double(value)
	bytes.seek(0)
	return bytes.get_64()


# m · 2^e, as whole numbers: for a negative e it is m · 5^-e with the point moved.
static func _exact(value: float) -> String:
	var bits := bits_of(abs(value))
	var exponent := int(max(bits >> MANTISSA_BITS, 1)) - BIAS
	var mantissa := bits & ((1 << MANTISSA_BITS) - 1)
	if bits >> MANTISSA_BITS > 0:
		mantissa |= 1 << MANTISSA_BITS
	while exponent < 0 and mantissa & 1 == 0:
		mantissa >>= 1
		exponent += 1
	var limbs := [mantissa % BILLION, mantissa / BILLION]
	var left := int(abs(exponent))
	while left > 0:
		var step := int(min(left, TWOS_EXPONENT if exponent > 0 else FIVES_EXPONENT))
		_multiply(limbs, 1 << step if exponent > 0 else int(pow(5, step)), 0, BILLION)
		left -= step
	var text := ""
	for limb in limbs:
		text = "%09d" % limb + text
	text = text.lstrip("0")
	var power := text.length() - 1 + int(min(exponent, 0))
	var tail := text.substr(1, DIGITS).rstrip("0")
	return "%s%s%s%se%d" % ["-" if value < 0 else "", text[0], "" if tail.is_empty() else ".", tail, power]


# digits · 10^power, rounded once, half to even.
static func _nearest(digits: String, power: int) -> float:
	var limbs := []
	for at in range(0, digits.length(), TENS_EXPONENT):
		var part := digits.substr(at, TENS_EXPONENT)
		_multiply(limbs, int(pow(10, part.length())), int(part), 1 << LIMB_BITS)
	var shifted := 0
	var inexact := false
	# Enough bits for the division and for the rounding.
	while power < 0 and shifted < 70 - power * 4 - digits.length() * 3:
		limbs.push_front(0)
		shifted += LIMB_BITS
	while power != 0:
		var step := int(min(abs(power), TENS_EXPONENT))
		if power > 0:
			_multiply(limbs, int(pow(10, step)), 0, 1 << LIMB_BITS)
			power -= step
		else:
			inexact = _divide(limbs, int(pow(10, step))) or inexact
			power += step
	return _rounded(limbs, shifted, inexact)


# limbs · 2^-shifted.
static func _rounded(limbs: Array, shifted: int, inexact: bool) -> float:
	var length := _length(limbs)
	# Below the smallest normal number there are fewer bits.
	var kept := int(min(MANTISSA_BITS + 1, length - shifted + BIAS - 1))
	var dropped := length - kept
	var mantissa := 0
	for bit in range(length - 1, dropped - 1, -1):
		mantissa = mantissa << 1 | _bit(limbs, bit)
	if dropped > 0 and _bit(limbs, dropped - 1) == 1:
		var beyond := inexact or mantissa & 1 == 1
		for bit in range(dropped - 1):
			beyond = beyond or _bit(limbs, bit) == 1
		mantissa += int(beyond)
	var exponent := dropped - shifted + BIAS
	# A mantissa that was rounded up to the next power of two carries into the exponent by itself.
	var bits := mantissa if kept <= MANTISSA_BITS else (exponent - 1 << MANTISSA_BITS) + mantissa
	if bits >= 0x7ff << MANTISSA_BITS:
		return INF
	var bytes := StreamPeerBuffer.new()
	bytes.put_64(bits)
	bytes.seek(0)
	return bytes.get_double()


static func _multiply(limbs: Array, factor: int, more: int, base: int) -> void:
	var carry := more
	for at in range(limbs.size()):
		carry += limbs[at] * factor
		limbs[at] = carry % base
		carry /= base
	while carry > 0:
		limbs.push_back(carry % base)
		carry /= base


# Whether there is a remainder.
static func _divide(limbs: Array, divisor: int) -> bool:
	var rest := 0
	for at in range(limbs.size() - 1, -1, -1):
		var part: int = rest << LIMB_BITS | limbs[at]
		limbs[at] = part / divisor
		rest = part % divisor
	while limbs.size() > 1 and limbs.back() == 0:
		limbs.pop_back()
	return rest > 0


static func _length(limbs: Array) -> int:
	var length: int = (limbs.size() - 1) * LIMB_BITS
	var top: int = limbs.back()
	while top > 0:
		top >>= 1
		length += 1
	return length


static func _bit(limbs: Array, at: int) -> int:
	return limbs[at / LIMB_BITS] >> at % LIMB_BITS & 1 if at >= 0 else 0
