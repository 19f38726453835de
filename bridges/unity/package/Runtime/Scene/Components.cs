using System.Collections.Generic;
using UnityEngine;

namespace Worldwire
{
    /// <summary>The components of an object. A component whose script is missing is left out.</summary>
    internal static class Components
    {
        public static List<Component> Of(GameObject target)
        {
            var found = new List<Component>();
            foreach (var each in target.GetComponents<Component>()) if (each != null) found.Add(each);
            return found;
        }

        public static JsonObject Info(Component component, int index)
        {
            return new JsonObject { { "index", index }, { "type", component.GetType().FullName }, { "summary", Summary(component) } };
        }

        private static string Summary(Component component)
        {
            var name = component.GetType().Name;
            if (component is Transform) return name + " at " + ((Transform)component).position;
            var behaviour = component as Behaviour;
            if (behaviour != null && !behaviour.enabled) return name + " (disabled)";
            var renderer = component as Renderer;
            if (renderer != null && !renderer.enabled) return name + " (disabled)";
            var collider = component as Collider;
            return collider != null && !collider.enabled ? name + " (disabled)" : name;
        }
    }
}
