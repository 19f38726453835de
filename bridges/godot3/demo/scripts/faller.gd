extends Spatial
class_name Faller

# Counts what falls onto its neighbours.

export(NodePath) var body
var hits := 0
var seconds := 0.0


func _ready() -> void:
	var falling: RigidBody = get_node(body)
	falling.contact_monitor = true
	falling.contacts_reported = 4
	falling.connect("body_entered", self, "_body_on_entered")


func _process(delta: float) -> void:
	seconds += delta


func _body_on_entered(other: Node) -> void:
	hits += 1
	if other is Health:
		other.damage(1.0)
