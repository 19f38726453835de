using System;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;
using UnityEngine;

namespace Worldwire
{
    /// <summary>The component types of all assemblies, by their full names and by the last part of them, in any case.</summary>
    internal static class ComponentTypes
    {
        private static Dictionary<string, List<Type>> byName;
        private static List<Type> all;
        private static int assemblies;

        /// <summary>A type by its full name first, then by its last part. Null if there is none.</summary>
        public static Type Peek(string name)
        {
            Load();
            List<Type> found;
            if (!byName.TryGetValue(name.ToLowerInvariant(), out found)) return null;
            return found.FirstOrDefault(each => each.FullName == name) ?? found.FirstOrDefault(each => each.Name == name) ?? found[0];
        }

        public static Type Find(string name)
        {
            var found = Peek(name);
            if (found != null) return found;
            throw Refusal.NotFound("there is no component type " + name, Hint(name));
        }

        public static string Hint(string name)
        {
            Load();
            return NearNames.Hint(name, name.IndexOf('.') >= 0 ? all.Select(each => each.FullName) : all.Select(each => each.Name));
        }

        /// <summary>The component of an object that has a type: the same name first, then a base type.</summary>
        public static Component On(GameObject target, string name)
        {
            var components = Components.Of(target);
            var found = components.FirstOrDefault(each => each.GetType().FullName == name) ??
                components.FirstOrDefault(each => string.Equals(each.GetType().Name, name, StringComparison.OrdinalIgnoreCase)) ??
                components.FirstOrDefault(each => string.Equals(each.GetType().FullName, name, StringComparison.OrdinalIgnoreCase));
            if (found != null) return found;
            var type = Peek(name);
            return type == null ? null : components.FirstOrDefault(type.IsInstanceOfType);
        }

        /// <summary>The component, or the object itself for UnityEngine.GameObject.</summary>
        public static UnityEngine.Object Require(GameObject target, string name)
        {
            if (name == "UnityEngine.GameObject" || name == "GameObject") return target;
            var found = On(target, name);
            if (found != null) return found;
            var has = Components.Of(target).Select(each => each.GetType().FullName).ToList();
            if (Peek(name) == null)
            {
                var near = NearNames.Hint(name, has);
                throw Refusal.NotFound("there is no component type " + name, near.StartsWith("did", StringComparison.Ordinal) ? near : Hint(name));
            }
            throw Refusal.NotFound(ObjectInfo.PathOf(target) + " has no " + name, "it has " + string.Join(", ", has.ToArray()));
        }

        public static Type[] TypesIn(Assembly assembly)
        {
            try
            {
                return assembly.GetTypes();
            }
            catch (ReflectionTypeLoadException thrown)
            {
                return thrown.Types.Where(each => each != null).ToArray();
            }
            catch (Exception)
            {
                return new Type[0];
            }
        }

        private static void Load()
        {
            var loaded = AppDomain.CurrentDomain.GetAssemblies();
            if (byName != null && loaded.Length == assemblies) return;
            assemblies = loaded.Length;
            byName = new Dictionary<string, List<Type>>();
            all = new List<Type>();
            foreach (var type in loaded.SelectMany(TypesIn))
            {
                if (!typeof(Component).IsAssignableFrom(type) || type.ContainsGenericParameters) continue;
                all.Add(type);
                Enter(type.FullName, type);
                if (type.Name != type.FullName) Enter(type.Name, type);
            }
        }

        private static void Enter(string name, Type type)
        {
            List<Type> types;
            var key = name.ToLowerInvariant();
            if (!byName.TryGetValue(key, out types)) byName[key] = types = new List<Type>();
            types.Add(type);
        }
    }
}
