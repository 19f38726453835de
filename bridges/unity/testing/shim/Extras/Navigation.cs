// Part of the shim.
using System.Collections.Generic;
using Worldwire.Shim;

namespace UnityEngine.AI
{
    public enum NavMeshPathStatus { PathComplete, PathPartial, PathInvalid }

    public sealed class NavMeshPath
    {
        internal readonly List<Vector3> Points = new List<Vector3>();
        public NavMeshPathStatus status { get; internal set; }
        public Vector3[] corners { get { return Points.ToArray(); } }
        public void ClearCorners() { Points.Clear(); }
        public int GetCornersNonAlloc(Vector3[] results)
        {
            Points.CopyTo(0, results, 0, Mathf.Min(Points.Count, results.Length));
            return Mathf.Min(Points.Count, results.Length);
        }
    }

    public struct NavMeshHit
    {
        public Vector3 position { get; set; }
        public float distance { get; set; }
        public int mask { get; set; }
        public bool hit { get; set; }
    }

    /// <summary>A box on which agents walk in straight lines around one wall.</summary>
    public static class NavMesh
    {
        public const int AllAreas = -1;

        public static bool SamplePosition(Vector3 sourcePosition, out NavMeshHit hit, float maxDistance, int areaMask)
        {
            hit = new NavMeshHit { distance = Mathf.Infinity };
            if (!ShimGround.Exists) return false;
            var near = ShimGround.Nearest(sourcePosition);
            var distance = Vector3.Distance(near, sourcePosition);
            if (distance > maxDistance) return false;
            hit = new NavMeshHit { position = near, distance = distance, hit = true, mask = 1 };
            return true;
        }

        public static bool CalculatePath(Vector3 sourcePosition, Vector3 targetPosition, int areaMask, NavMeshPath path)
        {
            path.ClearCorners();
            path.status = NavMeshPathStatus.PathInvalid;
            NavMeshHit start, end;
            if (!SamplePosition(sourcePosition, out start, 2, areaMask) || !SamplePosition(targetPosition, out end, 2, areaMask)) return false;
            path.Points.Add(start.position);
            path.Points.AddRange(ShimGround.Around(start.position, end.position));
            path.Points.Add(end.position);
            path.status = NavMeshPathStatus.PathComplete;
            return true;
        }

        public static NavMeshTriangulation CalculateTriangulation()
        {
            if (!ShimGround.Exists) return new NavMeshTriangulation { vertices = new Vector3[0], indices = new int[0] };
            var box = ShimGround.Ground;
            return new NavMeshTriangulation
            {
                vertices = new[] { box.min, new Vector3(box.max.x, box.min.y, box.min.z), box.max, new Vector3(box.min.x, box.min.y, box.max.z) },
                indices = new[] { 0, 1, 2, 0, 2, 3 }
            };
        }
    }

    public struct NavMeshTriangulation
    {
        public Vector3[] vertices;
        public int[] indices;
    }
}

namespace Worldwire.Shim
{
    using UnityEngine;

    /// <summary>What a baked mesh of a real scene would be. A wall along z divides it, except at its end.</summary>
    public static class ShimGround
    {
        public static bool Exists;
        public static Bounds Ground;
        public static float WallX, WallEndZ;

        public static void Clear() { Exists = false; }

        internal static Vector3 Nearest(Vector3 to)
        {
            return new Vector3(Mathf.Clamp(to.x, Ground.min.x, Ground.max.x), Ground.min.y, Mathf.Clamp(to.z, Ground.min.z, Ground.max.z));
        }

        internal static IEnumerable<Vector3> Around(Vector3 from, Vector3 to)
        {
            var crosses = (from.x - WallX) * (to.x - WallX) < 0;
            if (crosses && Mathf.Min(from.z, to.z) < WallEndZ) yield return new Vector3(WallX, Ground.min.y, WallEndZ);
        }
    }
}
