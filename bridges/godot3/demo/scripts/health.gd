extends StaticBody
class_name Health

# How much an object can take. Its functions have types, defaults and names that begin alike.

signal damaged(amount, by)
signal died

enum Armor { NONE, LIGHT, HEAVY }

export var current := 100.0
export(Armor) var armor := Armor.NONE
var most: float = 100.0
var last_hit := Vector3.ZERO
var notes = []
var dead: bool setget , is_dead


func is_dead() -> bool:
	return current <= 0


func damage(amount: float) -> float:
	return damage_at(amount, translation)


func damage_at(amount: float, place: Vector3, by := "nobody") -> float:
	last_hit = place
	current = clamp(current - amount, 0, most)
	emit_signal("damaged", amount, by)
	if is_dead():
		emit_signal("died")
	return current


func heal(amount: float = 10.0, by: Node = null) -> void:
	current = clamp(current + amount, 0, most)
	notes.append("healed by %s" % ("nobody" if by == null else by.name))


func describe(style = "short"):
	return "%s of %s" % [current, most] if style == "short" else {"current": current, "most": most}


static func share(part: float, whole := 100.0) -> float:
	return part / whole


# Fails, as code does.
func stumble():
	var nothing = null
	return nothing.missing
