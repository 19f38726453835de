class_name Armored
extends Health

# Takes half of what hits it.

var plates := 3


func _init() -> void:
	armor = Armor.HEAVY


func damage(amount: float) -> float:
	return super.damage(amount / 2)


func repair(plate: int = 1, more := {"by": "nobody, (really)", "how": [1, 2]}) -> int:
	plates += plate * len(more.how)
	return plates
