using System;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;
using UnityEngine;

namespace Worldwire
{
    /// <summary>A field or a property.</summary>
    internal sealed class MemberSlot
    {
        private readonly FieldInfo field;
        private readonly PropertyInfo property;

        public MemberSlot(FieldInfo field)
        {
            this.field = field;
        }

        public MemberSlot(PropertyInfo property)
        {
            this.property = property;
        }

        public string Name
        {
            get { return field != null ? field.Name : property.Name; }
        }

        public Type Type
        {
            get { return field != null ? field.FieldType : property.PropertyType; }
        }

        public bool CanRead
        {
            get { return field != null || property.GetGetMethod() != null; }
        }

        public bool CanWrite
        {
            get { return field != null ? !field.IsInitOnly && !field.IsLiteral : property.GetSetMethod() != null; }
        }

        public object Read(object target)
        {
            return field != null ? field.GetValue(target) : property.GetValue(target, null);
        }

        public void Write(object target, object value)
        {
            if (field != null) field.SetValue(target, value);
            else property.SetValue(target, value, null);
        }

        public JsonObject Info()
        {
            var info = new JsonObject
            {
                { "name", Name }, { "kind", field != null ? "field" : "property" }, { "type", TypeNames.Of(Type) },
                { "canRead", CanRead }, { "canWrite", CanWrite },
            };
            var range = Attribute<RangeAttribute>();
            var least = Attribute<MinAttribute>();
            if (range != null) info["range"] = new JsonObject { { "min", range.min }, { "max", range.max } };
            else if (least != null) info["range"] = new JsonObject { { "min", least.min } };
            if (Type.IsEnum) info["choices"] = JsonList.Of(Enum.GetNames(Type));
            return info;
        }

        private T Attribute<T>() where T : Attribute
        {
            return (T)System.Attribute.GetCustomAttribute(field != null ? (MemberInfo)field : property, typeof(T));
        }
    }

    /// <summary>The members of a type that the port shows: public fields and properties, and private fields that Unity serializes.</summary>
    internal static class Members
    {
        private const BindingFlags Own = BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly;
        private static readonly Dictionary<Type, List<MemberSlot>> Known = new Dictionary<Type, List<MemberSlot>>();

        /// <summary>Those of the type itself first, then those of its bases.</summary>
        public static List<MemberSlot> Of(Type type)
        {
            List<MemberSlot> slots;
            if (Known.TryGetValue(type, out slots)) return slots;
            slots = new List<MemberSlot>();
            var names = new HashSet<string>();
            for (var at = type; at != null && at != typeof(object); at = at.BaseType)
            {
                foreach (var field in at.GetFields(Own))
                    if (IsShown(field) && names.Add(field.Name)) slots.Add(new MemberSlot(field));
                foreach (var property in at.GetProperties(Own))
                    if (IsShown(property) && names.Add(property.Name)) slots.Add(new MemberSlot(property));
            }
            return Known[type] = slots;
        }

        public static MemberSlot Find(Type type, string name)
        {
            var all = Of(type);
            var found = all.FirstOrDefault(each => each.Name == name);
            if (found != null) return found;
            throw Refusal.NotFound(type.FullName + " has no member " + name, NearNames.Hint(name, all.Select(each => each.Name)));
        }

        private static bool IsShown(FieldInfo field)
        {
            if (field.IsDefined(typeof(ObsoleteAttribute), true) || field.Name.IndexOf('<') >= 0) return false;
            return field.IsPublic || field.IsDefined(typeof(SerializeField), true);
        }

        private static bool IsShown(PropertyInfo property)
        {
            if (property.GetIndexParameters().Length > 0 || property.IsDefined(typeof(ObsoleteAttribute), true)) return false;
            return property.GetGetMethod() != null || property.GetSetMethod() != null;
        }
    }

    internal static class TypeNames
    {
        /// <summary>The full name, with the arguments of a generic type in angle brackets.</summary>
        public static string Of(Type type)
        {
            if (type.IsArray) return Of(type.GetElementType()) + "[]";
            if (type.IsByRef) return Of(type.GetElementType()) + "&";
            if (!type.IsGenericType) return type.FullName ?? type.Name;
            var name = type.GetGenericTypeDefinition().FullName ?? type.Name;
            var mark = name.IndexOf('`');
            return (mark < 0 ? name : name.Substring(0, mark)) + "<" + string.Join(", ", type.GetGenericArguments().Select(Of).ToArray()) + ">";
        }
    }
}
