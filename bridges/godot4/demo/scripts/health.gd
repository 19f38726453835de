class_name Health
extends StaticBody3D

# How much an object can take. Its functions have types, defaults and names that begin alike.

signal damaged(amount: float, by: String)
signal died

enum Armor { NONE, LIGHT, HEAVY }

@export_range(0, 200, 0.5) var current := 100.0
@export var armor := Armor.NONE
var most: float = 100.0
var last_hit := Vector3.ZERO
var notes = []
var dead: bool:
	get:
		return is_dead()


func is_dead() -> bool:
	return current <= 0


func damage(amount: float) -> float:
	return damage_at(amount, position)


func damage_at(amount: float, place: Vector3, by := "nobody") -> float:
	last_hit = place
	current = clampf(current - amount, 0, most)
	damaged.emit(amount, by)
	if is_dead():
		died.emit()
	return current


func heal(amount: float = 10.0, by: Node = null) -> void:
	current = clampf(current + amount, 0, most)
	notes.append("healed by %s" % ("nobody" if by == null else String(by.name)))


func describe(style = "short"):
	return "%s of %s" % [current, most] if style == "short" else {"current": current, "most": most}


static func share(part: float, whole := 100.0) -> float:
	return part / whole


# Fails, as code does.
func stumble():
	var nothing = null
	return nothing.missing
