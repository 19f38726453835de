using System.Text;
using UnityEngine;

namespace Worldwire
{
    /// <summary>What the port says about an object.</summary>
    internal static class ObjectInfo
    {
        public static JsonObject Of(BridgeHost host, GameObject target)
        {
            var parent = target.transform.parent;
            return new JsonObject
            {
                { "id", host.Ids.IdOf(target) },
                { "name", target.name },
                { "path", PathOf(target) },
                { "scene", host.Scenes.IdOf(target.scene) },
                { "parent", parent == null ? null : host.Ids.IdOf(parent.gameObject) },
                { "tag", target.tag },
                { "layer", target.layer },
                { "activeSelf", target.activeSelf },
                { "active", target.activeInHierarchy },
                { "childCount", target.transform.childCount },
                { "componentCount", Components.Of(target).Count },
            };
        }

        public static string PathOf(GameObject target)
        {
            var parent = target.transform.parent;
            if (parent == null) return "/" + target.name;
            var built = new StringBuilder(target.name);
            for (var at = parent; at != null; at = at.parent) built.Insert(0, '/').Insert(0, at.name);
            return built.Insert(0, '/').ToString();
        }

        public static JsonObject Vector(Vector3 vector)
        {
            return new JsonObject { { "x", Finite(vector.x) }, { "y", Finite(vector.y) }, { "z", Finite(vector.z) } };
        }

        private static float Finite(float value)
        {
            return float.IsNaN(value) || float.IsInfinity(value) ? 0 : value;
        }

        public static JsonObject Box(Bounds box)
        {
            return new JsonObject { { "min", Vector(box.min) }, { "max", Vector(box.max) } };
        }
    }
}
