using System;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;

namespace Worldwire
{
    /// <summary>Methods by name or signature, and the choice between overloads.</summary>
    internal static class Methods
    {
        private const BindingFlags Own = BindingFlags.Instance | BindingFlags.Static | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly;

        /// <summary>Such as "System.Void Game.Health::Damage(System.Single)".</summary>
        public static string SignatureOf(MethodInfo method)
        {
            var types = method.GetParameters().Select(each => TypeNames.Of(each.ParameterType)).ToArray();
            return TypeNames.Of(method.ReturnType) + " " + TypeNames.Of(method.DeclaringType) + "::" + method.Name + "(" + string.Join(",", types) + ")";
        }

        /// <summary>Methods of a type and its bases; those that are overridden once. Without accessors and generic ones.</summary>
        public static List<MethodInfo> Of(Type type, bool alsoPrivate)
        {
            var found = new List<MethodInfo>();
            var seen = new HashSet<string>();
            for (var at = type; at != null && at != typeof(object); at = at.BaseType)
            {
                foreach (var method in at.GetMethods(Own))
                {
                    if (method.IsSpecialName || method.ContainsGenericParameters || method.Name.IndexOf('<') >= 0) continue;
                    if (!method.IsPublic && !alsoPrivate || method.IsDefined(typeof(ObsoleteAttribute), true)) continue;
                    if (seen.Add(method.Name + "(" + string.Join(",", method.GetParameters().Select(each => each.ParameterType.FullName).ToArray()) + ")")) found.Add(method);
                }
            }
            return found;
        }

        public static JsonObject Info(MethodInfo method)
        {
            return new JsonObject
            {
                { "name", method.Name }, { "kind", "method" }, { "type", TypeNames.Of(method.ReturnType) },
                { "canRead", false }, { "canWrite", false }, { "signature", SignatureOf(method) },
            };
        }

        /// <summary>Methods with a name, or the one with a signature. `name` may also be "Damage(System.Single)".</summary>
        public static List<MethodInfo> Named(Type type, string name)
        {
            var all = Of(type, true);
            var found = all.Where(each => each.Name == name || SignatureOf(each) == name || SignatureOf(each).EndsWith("::" + name, StringComparison.Ordinal)).ToList();
            if (found.Count > 0) return found;
            var open = name.IndexOf('(');
            var bare = open < 0 ? name : name.Substring(0, open);
            bare = bare.Substring(bare.LastIndexOf(':') + 1);
            throw Refusal.NotFound(type.FullName + " has no method " + name, NearNames.Hint(bare, Of(type, false).Concat(all).Select(each => each.Name)));
        }

        /// <summary>Chooses the overload that takes the arguments, the one with the fewest parameters first, and calls it.</summary>
        public static object Call(ValueParser parser, object target, Type type, string name, object given, out Type returned)
        {
            var named = Named(type, name);
            var args = given as JsonList;
            var signatures = string.Join(" or ", named.Take(5).Select(SignatureOf).ToArray());
            if (args == null) throw Refusal.Invalid("args is " + Params.Shown(given) + " and must be a list", "send the arguments of " + signatures + " as a list");
            foreach (var method in named.OrderByDescending(each => Fit(each, args)).ThenBy(each => each.GetParameters().Length))
            {
                object[] values;
                if (!TryArguments(parser, method, args, out values)) continue;
                returned = method.ReturnType;
                return method.Invoke(method.IsStatic ? null : target, values);
            }
            throw Refusal.Invalid("the arguments " + Params.Shown(args) + " do not fit " + name, "the signature is " + signatures);
        }

        /// <summary>How many arguments are of the kind that the parameter has, so that 1 prefers an int to a float.</summary>
        private static int Fit(MethodInfo method, JsonList args)
        {
            var fit = 0;
            var parameters = method.GetParameters();
            for (var at = 0; at < args.Count && at < parameters.Length; at++)
            {
                var type = parameters[at].ParameterType;
                if (args[at] is long && (type == typeof(int) || type == typeof(long))) fit += 2;
                else if (args[at] is double && (type == typeof(float) || type == typeof(double))) fit += 2;
                else if (args[at] is string && type == typeof(string)) fit += 1;
                else if (type != typeof(object)) fit += 1;
            }
            return fit;
        }

        private static bool TryArguments(ValueParser parser, MethodInfo method, JsonList args, out object[] values)
        {
            var parameters = method.GetParameters();
            values = new object[parameters.Length];
            if (args.Count > parameters.Length) return false;
            for (var at = 0; at < parameters.Length; at++)
            {
                if (parameters[at].IsOut) continue;
                if (at >= args.Count)
                {
                    if (!parameters[at].IsOptional) return false;
                    values[at] = parameters[at].DefaultValue;
                    continue;
                }
                var type = parameters[at].ParameterType;
                if (!parser.TryParse(args[at], type.IsByRef ? type.GetElementType() : type, out values[at])) return false;
            }
            return true;
        }
    }
}
