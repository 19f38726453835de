// Part of the shim: stands in for UnityEngine in tests that run without Unity.
using System;
using System.Globalization;

namespace UnityEngine
{
    public struct Mathf
    {
        public const float PI = (float)Math.PI;
        public const float Deg2Rad = PI / 180;
        public const float Rad2Deg = 180 / PI;
        public const float Infinity = float.PositiveInfinity;
        public static float Clamp(float value, float min, float max) { return value < min ? min : value > max ? max : value; }
        public static int Clamp(int value, int min, int max) { return value < min ? min : value > max ? max : value; }
        public static float Clamp01(float value) { return Clamp(value, 0, 1); }
        public static float Abs(float f) { return Math.Abs(f); }
        public static int Abs(int value) { return Math.Abs(value); }
        public static float Min(float a, float b) { return a < b ? a : b; }
        public static float Max(float a, float b) { return a > b ? a : b; }
        public static int Min(int a, int b) { return a < b ? a : b; }
        public static int Max(int a, int b) { return a > b ? a : b; }
        public static float Sqrt(float f) { return (float)Math.Sqrt(f); }
        public static float Sin(float f) { return (float)Math.Sin(f); }
        public static float Cos(float f) { return (float)Math.Cos(f); }
        public static float Tan(float f) { return (float)Math.Tan(f); }
        public static float Atan2(float y, float x) { return (float)Math.Atan2(y, x); }
        public static float Asin(float f) { return (float)Math.Asin(f); }
        public static float Acos(float f) { return (float)Math.Acos(f); }
        public static float Lerp(float a, float b, float t) { return a + (b - a) * Clamp01(t); }
        public static float Round(float f) { return (float)Math.Round(f); }
        public static int RoundToInt(float f) { return (int)Math.Round(f); }
        public static int FloorToInt(float f) { return (int)Math.Floor(f); }
        public static int CeilToInt(float f) { return (int)Math.Ceiling(f); }
        public static float Sign(float f) { return f >= 0 ? 1 : -1; }
        public static float MoveTowards(float current, float target, float maxDelta)
        {
            return Abs(target - current) <= maxDelta ? target : current + Sign(target - current) * maxDelta;
        }
        public static bool Approximately(float a, float b) { return Abs(b - a) < Max(1e-6f * Max(Abs(a), Abs(b)), 1.4e-45f * 8); }
    }

    internal static class Print
    {
        public static string Numbers(string format, params float[] values)
        {
            var texts = new string[values.Length];
            for (var at = 0; at < values.Length; at++) texts[at] = values[at].ToString(format, CultureInfo.InvariantCulture);
            return "(" + string.Join(", ", texts) + ")";
        }
    }

    public struct Vector2 : IEquatable<Vector2>
    {
        public float x, y;
        public Vector2(float x, float y) { this.x = x; this.y = y; }
        public static Vector2 zero { get { return new Vector2(); } }
        public static Vector2 one { get { return new Vector2(1, 1); } }
        public float magnitude { get { return Mathf.Sqrt(x * x + y * y); } }
        public float sqrMagnitude { get { return x * x + y * y; } }
        public static Vector2 operator +(Vector2 a, Vector2 b) { return new Vector2(a.x + b.x, a.y + b.y); }
        public static Vector2 operator -(Vector2 a, Vector2 b) { return new Vector2(a.x - b.x, a.y - b.y); }
        public static Vector2 operator *(Vector2 a, Vector2 b) { return new Vector2(a.x * b.x, a.y * b.y); }
        public static Vector2 operator *(Vector2 a, float d) { return new Vector2(a.x * d, a.y * d); }
        public static Vector2 operator /(Vector2 a, float d) { return new Vector2(a.x / d, a.y / d); }
        public static bool operator ==(Vector2 a, Vector2 b) { return (a - b).sqrMagnitude < 9.99999944E-11f; }
        public static bool operator !=(Vector2 a, Vector2 b) { return !(a == b); }
        public static implicit operator Vector2(Vector3 v) { return new Vector2(v.x, v.y); }
        public static implicit operator Vector3(Vector2 v) { return new Vector3(v.x, v.y, 0); }
        public bool Equals(Vector2 other) { return x == other.x && y == other.y; }
        public override bool Equals(object other) { return other is Vector2 && Equals((Vector2)other); }
        public override int GetHashCode() { return x.GetHashCode() ^ (y.GetHashCode() << 2); }
        public override string ToString() { return Print.Numbers("F2", x, y); }
    }

    public struct Vector3 : IEquatable<Vector3>
    {
        public float x, y, z;
        public Vector3(float x, float y, float z) { this.x = x; this.y = y; this.z = z; }
        public Vector3(float x, float y) { this.x = x; this.y = y; z = 0; }
        public static Vector3 zero { get { return new Vector3(); } }
        public static Vector3 one { get { return new Vector3(1, 1, 1); } }
        public static Vector3 up { get { return new Vector3(0, 1, 0); } }
        public static Vector3 down { get { return new Vector3(0, -1, 0); } }
        public static Vector3 forward { get { return new Vector3(0, 0, 1); } }
        public static Vector3 back { get { return new Vector3(0, 0, -1); } }
        public static Vector3 right { get { return new Vector3(1, 0, 0); } }
        public static Vector3 left { get { return new Vector3(-1, 0, 0); } }
        public float this[int index]
        {
            get { return index == 0 ? x : index == 1 ? y : z; }
            set { if (index == 0) x = value; else if (index == 1) y = value; else z = value; }
        }
        public float magnitude { get { return Mathf.Sqrt(x * x + y * y + z * z); } }
        public float sqrMagnitude { get { return x * x + y * y + z * z; } }
        public Vector3 normalized { get { var length = magnitude; return length > 1e-5f ? this / length : zero; } }
        public static Vector3 operator +(Vector3 a, Vector3 b) { return new Vector3(a.x + b.x, a.y + b.y, a.z + b.z); }
        public static Vector3 operator -(Vector3 a, Vector3 b) { return new Vector3(a.x - b.x, a.y - b.y, a.z - b.z); }
        public static Vector3 operator -(Vector3 a) { return new Vector3(-a.x, -a.y, -a.z); }
        public static Vector3 operator *(Vector3 a, float d) { return new Vector3(a.x * d, a.y * d, a.z * d); }
        public static Vector3 operator *(float d, Vector3 a) { return a * d; }
        public static Vector3 operator /(Vector3 a, float d) { return new Vector3(a.x / d, a.y / d, a.z / d); }
        public static bool operator ==(Vector3 a, Vector3 b) { return (a - b).sqrMagnitude < 9.99999944E-11f; }
        public static bool operator !=(Vector3 a, Vector3 b) { return !(a == b); }
        public static float Dot(Vector3 a, Vector3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
        public static Vector3 Cross(Vector3 a, Vector3 b)
        {
            return new Vector3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
        }
        public static float Distance(Vector3 a, Vector3 b) { return (a - b).magnitude; }
        public static Vector3 Scale(Vector3 a, Vector3 b) { return new Vector3(a.x * b.x, a.y * b.y, a.z * b.z); }
        public static Vector3 Min(Vector3 a, Vector3 b) { return new Vector3(Mathf.Min(a.x, b.x), Mathf.Min(a.y, b.y), Mathf.Min(a.z, b.z)); }
        public static Vector3 Max(Vector3 a, Vector3 b) { return new Vector3(Mathf.Max(a.x, b.x), Mathf.Max(a.y, b.y), Mathf.Max(a.z, b.z)); }
        public static Vector3 Lerp(Vector3 a, Vector3 b, float t) { return a + (b - a) * Mathf.Clamp01(t); }
        public static Vector3 MoveTowards(Vector3 current, Vector3 target, float maxDistanceDelta)
        {
            var way = target - current;
            return way.magnitude <= maxDistanceDelta ? target : current + way.normalized * maxDistanceDelta;
        }
        public void Normalize() { this = normalized; }
        public bool Equals(Vector3 other) { return x == other.x && y == other.y && z == other.z; }
        public override bool Equals(object other) { return other is Vector3 && Equals((Vector3)other); }
        public override int GetHashCode() { return x.GetHashCode() ^ (y.GetHashCode() << 2) ^ (z.GetHashCode() >> 2); }
        public override string ToString() { return Print.Numbers("F2", x, y, z); }
    }

    public struct Vector4
    {
        public float x, y, z, w;
        public Vector4(float x, float y, float z, float w) { this.x = x; this.y = y; this.z = z; this.w = w; }
        public override string ToString() { return Print.Numbers("F2", x, y, z, w); }
    }

    public struct Vector2Int
    {
        private int m_X, m_Y;
        public int x { get { return m_X; } set { m_X = value; } }
        public int y { get { return m_Y; } set { m_Y = value; } }
        public Vector2Int(int x, int y) { m_X = x; m_Y = y; }
        public override string ToString() { return "(" + x + ", " + y + ")"; }
    }

    public struct Vector3Int
    {
        private int m_X, m_Y, m_Z;
        public int x { get { return m_X; } set { m_X = value; } }
        public int y { get { return m_Y; } set { m_Y = value; } }
        public int z { get { return m_Z; } set { m_Z = value; } }
        public Vector3Int(int x, int y, int z) { m_X = x; m_Y = y; m_Z = z; }
        public override string ToString() { return "(" + x + ", " + y + ", " + z + ")"; }
    }

    public struct Quaternion
    {
        public float x, y, z, w;
        public Quaternion(float x, float y, float z, float w) { this.x = x; this.y = y; this.z = z; this.w = w; }
        public static Quaternion identity { get { return new Quaternion(0, 0, 0, 1); } }

        /// <summary>Rotates by z, then x, then y, as Unity does.</summary>
        public static Quaternion Euler(float x, float y, float z)
        {
            return AngleAxis(y, Vector3.up) * AngleAxis(x, Vector3.right) * AngleAxis(z, Vector3.forward);
        }
        public static Quaternion Euler(Vector3 euler) { return Euler(euler.x, euler.y, euler.z); }
        public static Quaternion AngleAxis(float angle, Vector3 axis)
        {
            var half = angle * Math.PI / 360;
            var sin = (float)Math.Sin(half);
            var unit = axis.normalized;
            return new Quaternion(unit.x * sin, unit.y * sin, unit.z * sin, (float)Math.Cos(half));
        }
        public static Quaternion operator *(Quaternion a, Quaternion b)
        {
            return new Quaternion(
                a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
                a.w * b.y + a.y * b.w + a.z * b.x - a.x * b.z,
                a.w * b.z + a.z * b.w + a.x * b.y - a.y * b.x,
                a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z);
        }
        public static Vector3 operator *(Quaternion rotation, Vector3 point)
        {
            var q = new Vector3(rotation.x, rotation.y, rotation.z);
            var t = Vector3.Cross(q, point) * 2;
            return point + t * rotation.w + Vector3.Cross(q, t);
        }
        public static Quaternion Inverse(Quaternion r) { return new Quaternion(-r.x, -r.y, -r.z, r.w); }
        public static float Dot(Quaternion a, Quaternion b) { return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }
        public static float Angle(Quaternion a, Quaternion b)
        {
            var dot = Mathf.Min(Mathf.Abs(Dot(a, b)), 1);
            return dot > 1 - 0.000001f ? 0 : Mathf.Acos(dot) * 2 * Mathf.Rad2Deg;
        }
        public static Quaternion LookRotation(Vector3 forward) { return LookRotation(forward, Vector3.up); }
        public static Quaternion LookRotation(Vector3 forward, Vector3 upwards)
        {
            var way = forward.normalized;
            var yaw = Mathf.Atan2(way.x, way.z) * Mathf.Rad2Deg;
            var pitch = -Mathf.Asin(Mathf.Clamp(way.y, -1, 1)) * Mathf.Rad2Deg;
            return Euler(pitch, yaw, 0);
        }
        public Vector3 eulerAngles
        {
            get
            {
                var forward = this * Vector3.forward;
                var pitch = -Math.Asin(Math.Max(-1, Math.Min(1, forward.y)));
                var flat = Math.Abs(forward.y) > 0.99999;
                var right = this * Vector3.right;
                var up = this * Vector3.up;
                var yaw = flat ? Math.Atan2(-right.z, right.x) : Math.Atan2(forward.x, forward.z);
                var roll = flat ? 0 : Math.Atan2(right.y, up.y);
                return new Vector3(Positive(pitch), Positive(yaw), Positive(roll));
            }
        }
        private static float Positive(double radians)
        {
            var degrees = radians * 180 / Math.PI;
            var rounded = Math.Round(degrees * 1e4) / 1e4;
            return (float)(rounded < 0 ? rounded + 360 : rounded);
        }
        public static bool operator ==(Quaternion a, Quaternion b) { return Dot(a, b) > 0.999999f; }
        public static bool operator !=(Quaternion a, Quaternion b) { return !(a == b); }
        public override bool Equals(object other) { return other is Quaternion && (Quaternion)other == this; }
        public override int GetHashCode() { return x.GetHashCode() ^ y.GetHashCode() ^ z.GetHashCode() ^ w.GetHashCode(); }
        public override string ToString() { return Print.Numbers("F5", x, y, z, w); }
    }

    public struct Color
    {
        public float r, g, b, a;
        public Color(float r, float g, float b, float a) { this.r = r; this.g = g; this.b = b; this.a = a; }
        public Color(float r, float g, float b) : this(r, g, b, 1) { }
        public static Color white { get { return new Color(1, 1, 1); } }
        public static Color black { get { return new Color(0, 0, 0); } }
        public static Color red { get { return new Color(1, 0, 0); } }
        public static Color green { get { return new Color(0, 1, 0); } }
        public static Color blue { get { return new Color(0, 0, 1); } }
        public static Color gray { get { return new Color(0.5f, 0.5f, 0.5f); } }
        public static Color clear { get { return new Color(0, 0, 0, 0); } }
        public static implicit operator Color32(Color c)
        {
            return new Color32(Byte(c.r), Byte(c.g), Byte(c.b), Byte(c.a));
        }
        private static byte Byte(float value) { return (byte)Math.Round(Mathf.Clamp01(value) * 255); }
        public override string ToString() { return "RGBA" + Print.Numbers("F3", r, g, b, a); }
    }

    public struct Color32
    {
        public byte r, g, b, a;
        public Color32(byte r, byte g, byte b, byte a) { this.r = r; this.g = g; this.b = b; this.a = a; }
        public static implicit operator Color(Color32 c) { return new Color(c.r / 255f, c.g / 255f, c.b / 255f, c.a / 255f); }
        public override string ToString() { return "RGBA(" + r + ", " + g + ", " + b + ", " + a + ")"; }
    }

    public struct Rect
    {
        private float m_X, m_Y, m_Width, m_Height;
        public Rect(float x, float y, float width, float height) { m_X = x; m_Y = y; m_Width = width; m_Height = height; }
        public float x { get { return m_X; } set { m_X = value; } }
        public float y { get { return m_Y; } set { m_Y = value; } }
        public float width { get { return m_Width; } set { m_Width = value; } }
        public float height { get { return m_Height; } set { m_Height = value; } }
        public float xMin { get { return m_X; } }
        public float yMin { get { return m_Y; } }
        public float xMax { get { return m_X + m_Width; } }
        public float yMax { get { return m_Y + m_Height; } }
        public Vector2 position { get { return new Vector2(m_X, m_Y); } set { m_X = value.x; m_Y = value.y; } }
        public Vector2 size { get { return new Vector2(m_Width, m_Height); } set { m_Width = value.x; m_Height = value.y; } }
        public Vector2 min { get { return new Vector2(xMin, yMin); } }
        public Vector2 max { get { return new Vector2(xMax, yMax); } }
        public Vector2 center { get { return new Vector2(m_X + m_Width / 2, m_Y + m_Height / 2); } }
        public bool Contains(Vector2 point) { return point.x >= xMin && point.x < xMax && point.y >= yMin && point.y < yMax; }
        public override string ToString()
        {
            return string.Format(CultureInfo.InvariantCulture, "(x:{0:F2}, y:{1:F2}, width:{2:F2}, height:{3:F2})", m_X, m_Y, m_Width, m_Height);
        }
    }

    public struct Bounds
    {
        private Vector3 m_Center, m_Extents;
        public Bounds(Vector3 center, Vector3 size) { m_Center = center; m_Extents = size * 0.5f; }
        public Vector3 center { get { return m_Center; } set { m_Center = value; } }
        public Vector3 extents { get { return m_Extents; } set { m_Extents = value; } }
        public Vector3 size { get { return m_Extents * 2; } set { m_Extents = value * 0.5f; } }
        public Vector3 min { get { return m_Center - m_Extents; } set { SetMinMax(value, max); } }
        public Vector3 max { get { return m_Center + m_Extents; } set { SetMinMax(min, value); } }
        public void SetMinMax(Vector3 min, Vector3 max) { m_Extents = (max - min) * 0.5f; m_Center = min + m_Extents; }
        public void Encapsulate(Vector3 point) { SetMinMax(Vector3.Min(min, point), Vector3.Max(max, point)); }
        public void Encapsulate(Bounds bounds) { Encapsulate(bounds.min); Encapsulate(bounds.max); }
        public bool Contains(Vector3 p) { return Intersects(new Bounds(p, Vector3.zero)); }
        public bool Intersects(Bounds bounds)
        {
            return min.x <= bounds.max.x && max.x >= bounds.min.x && min.y <= bounds.max.y && max.y >= bounds.min.y && min.z <= bounds.max.z && max.z >= bounds.min.z;
        }
        public Vector3 ClosestPoint(Vector3 point) { return Vector3.Max(min, Vector3.Min(max, point)); }
        public bool IntersectRay(Ray ray) { float distance; return IntersectRay(ray, out distance); }
        public bool IntersectRay(Ray ray, out float distance)
        {
            float near = float.NegativeInfinity, far = float.PositiveInfinity;
            for (var axis = 0; axis < 3; axis++)
            {
                var speed = ray.direction[axis];
                var one = (min[axis] - ray.origin[axis]) / speed;
                var other = (max[axis] - ray.origin[axis]) / speed;
                if (speed == 0)
                {
                    if (ray.origin[axis] < min[axis] || ray.origin[axis] > max[axis]) { distance = 0; return false; }
                    continue;
                }
                near = Mathf.Max(near, Mathf.Min(one, other));
                far = Mathf.Min(far, Mathf.Max(one, other));
            }
            distance = near;
            return near <= far && far >= 0;
        }
        public override string ToString() { return "Center: " + m_Center + ", Extents: " + m_Extents; }
    }

    public struct Ray
    {
        private Vector3 m_Origin, m_Direction;
        public Ray(Vector3 origin, Vector3 direction) { m_Origin = origin; m_Direction = direction.normalized; }
        public Vector3 origin { get { return m_Origin; } set { m_Origin = value; } }
        public Vector3 direction { get { return m_Direction; } set { m_Direction = value.normalized; } }
        public Vector3 GetPoint(float distance) { return m_Origin + m_Direction * distance; }
    }

    public struct Plane
    {
        private Vector3 m_Normal;
        private float m_Distance;
        public Plane(Vector3 inNormal, Vector3 inPoint) { m_Normal = inNormal.normalized; m_Distance = -Vector3.Dot(m_Normal, inPoint); }
        public Vector3 normal { get { return m_Normal; } }
        public float distance { get { return m_Distance; } }
        public float GetDistanceToPoint(Vector3 point) { return Vector3.Dot(m_Normal, point) + m_Distance; }
        public bool GetSide(Vector3 point) { return GetDistanceToPoint(point) > 0; }
    }

    public struct LayerMask
    {
        private int m_Mask;
        public int value { get { return m_Mask; } set { m_Mask = value; } }
        public static implicit operator int(LayerMask mask) { return mask.m_Mask; }
        public static implicit operator LayerMask(int intVal) { return new LayerMask { m_Mask = intVal }; }
        public static string LayerToName(int layer) { return layer == 0 ? "Default" : layer == 5 ? "UI" : ""; }
    }
}
