// Part of the shim. All colliders are axis-aligned boxes; bodies fall and stop on the first box below them.
using System.Collections.Generic;
using System.Linq;
using Worldwire.Shim;

namespace UnityEngine
{
    public enum QueryTriggerInteraction { UseGlobal, Ignore, Collide }

    public class Collider : Component
    {
        public Collider() { enabled = true; }
        public bool enabled { get; set; }
        public bool isTrigger { get; set; }
        public Rigidbody attachedRigidbody { get { return owner.GetComponentInParent<Rigidbody>(); } }
        protected virtual Bounds Local { get { return new Bounds(Vector3.zero, Vector3.one); } }
        public Bounds bounds { get { return Corners.Around(transform, Local); } }
    }

    public class BoxCollider : Collider
    {
        public BoxCollider() { size = Vector3.one; }
        public Vector3 center { get; set; }
        public Vector3 size { get; set; }
        protected override Bounds Local { get { return new Bounds(center, size); } }
    }

    public class SphereCollider : Collider
    {
        public SphereCollider() { radius = 0.5f; }
        public Vector3 center { get; set; }
        public float radius { get; set; }
        protected override Bounds Local { get { return new Bounds(center, Vector3.one * radius * 2); } }
    }

    public class MeshCollider : Collider { public Mesh sharedMesh { get; set; } }

    public enum RigidbodyConstraints { None = 0, FreezePosition = 14, FreezeRotation = 112, FreezeAll = 126 }

    public class Rigidbody : Component
    {
        public Rigidbody() { mass = 1; useGravity = true; }
        public float mass { get; set; }
        public bool useGravity { get; set; }
        public bool isKinematic { get; set; }
        public Vector3 velocity { get; set; }
        public Vector3 angularVelocity { get; set; }
        public RigidbodyConstraints constraints { get; set; }
        public Vector3 position { get { return transform.position; } set { transform.position = value; } }
        public bool IsSleeping() { return velocity == Vector3.zero; }
        public void AddForce(Vector3 force) { velocity += force / mass * Time.fixedDeltaTime; }
    }

    public class Collision
    {
        public GameObject gameObject { get; internal set; }
        public Vector3 relativeVelocity { get; internal set; }
    }

    public struct RaycastHit
    {
        private Collider m_Collider;
        internal RaycastHit(Collider collider, Vector3 point, Vector3 normal, float distance) : this()
        {
            m_Collider = collider;
            this.point = point;
            this.normal = normal;
            this.distance = distance;
        }
        public Collider collider { get { return m_Collider; } }
        public Transform transform { get { return m_Collider.transform; } }
        public Rigidbody rigidbody { get { return m_Collider.attachedRigidbody; } }
        public Vector3 point { get; set; }
        public Vector3 normal { get; set; }
        public float distance { get; set; }
    }

    public class Physics
    {
        public const int DefaultRaycastLayers = -5;
        public const int AllLayers = -1;
        public static Vector3 gravity { get { return pull; } set { pull = value; } }
        private static Vector3 pull = new Vector3(0, -9.81f, 0);
        public static bool autoSimulation { get { return automatic; } set { automatic = value; } }
        private static bool automatic = true;
        public static void SyncTransforms() { }
        public static void Simulate(float step) { Step(step); }

        private static IEnumerable<Collider> Bodies(int layerMask)
        {
            return Object.FindObjectsOfType<Collider>().Where(each => each.enabled && (layerMask & (1 << each.gameObject.layer)) != 0);
        }

        public static RaycastHit[] RaycastAll(Ray ray, float maxDistance, int layerMask)
        {
            var hits = new List<RaycastHit>();
            foreach (var body in Bodies(layerMask))
            {
                float distance;
                // As in Unity, a ray does not hit the box in which it begins.
                if (!body.bounds.IntersectRay(ray, out distance) || distance < 0 || distance > maxDistance) continue;
                var point = ray.GetPoint(distance);
                hits.Add(new RaycastHit(body, point, NormalAt(body.bounds, point), distance));
            }
            return hits.ToArray();
        }
        public static RaycastHit[] RaycastAll(Ray ray) { return RaycastAll(ray, Mathf.Infinity); }
        public static RaycastHit[] RaycastAll(Ray ray, float maxDistance) { return RaycastAll(ray, maxDistance, DefaultRaycastLayers); }
        public static bool Raycast(Ray ray, out RaycastHit hitInfo, float maxDistance, int layerMask)
        {
            var hits = RaycastAll(ray, maxDistance, layerMask).OrderBy(each => each.distance).ToList();
            hitInfo = hits.FirstOrDefault();
            return hits.Count > 0;
        }
        public static bool Raycast(Vector3 origin, Vector3 direction, out RaycastHit hitInfo, float maxDistance, int layerMask)
        {
            return Raycast(new Ray(origin, direction), out hitInfo, maxDistance, layerMask);
        }
        public static bool Raycast(Vector3 origin, Vector3 direction, out RaycastHit hitInfo, float maxDistance)
        {
            return Raycast(new Ray(origin, direction), out hitInfo, maxDistance, DefaultRaycastLayers);
        }
        public static Collider[] OverlapSphere(Vector3 position, float radius, int layerMask)
        {
            return Bodies(layerMask).Where(each => Vector3.Distance(each.bounds.ClosestPoint(position), position) <= radius).ToArray();
        }
        public static Collider[] OverlapBox(Vector3 center, Vector3 halfExtents, Quaternion orientation, int layerMask)
        {
            return Bodies(layerMask).Where(each => each.bounds.Intersects(new Bounds(center, halfExtents * 2))).ToArray();
        }

        private static Vector3 NormalAt(Bounds box, Vector3 point)
        {
            var normal = Vector3.up;
            var nearest = float.MaxValue;
            for (var axis = 0; axis < 3; axis++)
            {
                foreach (var side in new[] { -1, 1 })
                {
                    var way = Mathf.Abs(point[axis] - (side < 0 ? box.min : box.max)[axis]);
                    if (way >= nearest) continue;
                    nearest = way;
                    normal = Vector3.zero;
                    normal[axis] = side;
                }
            }
            return normal;
        }

        internal static void Step(float delta)
        {
            foreach (var body in Object.FindObjectsOfType<Rigidbody>().Where(each => !each.isKinematic))
            {
                if (body.useGravity) body.velocity += gravity * delta;
                var before = body.transform.position;
                body.transform.position = before + body.velocity * delta;
                var own = body.gameObject.GetComponentsInChildren<Collider>();
                foreach (var mine in own.Where(each => !each.isTrigger))
                {
                    var hit = Bodies(AllLayers).FirstOrDefault(each => !own.Contains(each) && each.bounds.Intersects(mine.bounds));
                    if (hit == null) continue;
                    var speed = body.velocity;
                    if (!hit.isTrigger)
                    {
                        body.transform.position = before;
                        body.velocity = Vector3.zero;
                    }
                    if (speed.magnitude < 0.5f) continue;
                    Tell(mine.gameObject, hit, speed);
                    Tell(hit.gameObject, mine, speed);
                }
            }
        }

        private static void Tell(GameObject target, Collider other, Vector3 speed)
        {
            foreach (var script in target.GetComponents<MonoBehaviour>())
            {
                if (other.isTrigger) Loop.Send(script, "OnTriggerEnter", other);
                else Loop.Send(script, "OnCollisionEnter", new Collision { gameObject = other.gameObject, relativeVelocity = speed });
            }
        }
    }
}
