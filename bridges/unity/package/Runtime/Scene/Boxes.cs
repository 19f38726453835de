using UnityEngine;

namespace Worldwire
{
    /// <summary>The box of an object in world space, without its children: of its renderer, its collider, or its interface element.</summary>
    internal static class Boxes
    {
        public static Bounds? Of(GameObject target)
        {
            var rect = target.transform as RectTransform;
            if (rect != null) return Interface.BoxOf(rect);
            var renderer = target.GetComponent<Renderer>();
            if (renderer != null) return renderer.bounds;
            var collider = target.GetComponent<Collider>();
            return collider == null ? (Bounds?)null : collider.bounds;
        }
    }
}
