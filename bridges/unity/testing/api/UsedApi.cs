using System;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;
using System.Reflection.Emit;

namespace Worldwire.Testing
{
    /// <summary>Prints the members of the assembly UnityEngine that assemblies use: "type|kind|name|parameters|result", one in a line.</summary>
    internal static class UsedApi
    {
        private const BindingFlags All = BindingFlags.Static | BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly;
        private static readonly Dictionary<short, OpCode> Codes = typeof(OpCodes).GetFields()
            .Select(field => (OpCode)field.GetValue(null)).ToDictionary(code => code.Value);

        private static void Main(string[] paths)
        {
            var lines = new SortedSet<string>(StringComparer.Ordinal);
            foreach (var path in paths)
                foreach (var type in Assembly.LoadFrom(path).GetTypes())
                    foreach (var method in type.GetMethods(All).Cast<MethodBase>().Concat(type.GetConstructors(All)))
                        foreach (var used in UsedBy(method)) lines.Add(used);
            foreach (var line in lines) Console.WriteLine(line);
        }

        private static IEnumerable<string> UsedBy(MethodBase method)
        {
            var body = method.GetMethodBody();
            if (body == null) yield break;
            var code = body.GetILAsByteArray();
            var types = method.DeclaringType.IsGenericType ? method.DeclaringType.GetGenericArguments() : null;
            var own = method.IsGenericMethod ? method.GetGenericArguments() : null;
            for (var at = 0; at < code.Length;)
            {
                var first = code[at++];
                var operation = Codes[first == 0xfe ? (short)(0xfe00 | code[at++]) : first];
                if (operation.OperandType == OperandType.InlineMethod || operation.OperandType == OperandType.InlineField)
                {
                    var line = LineOf(method.Module.ResolveMember(BitConverter.ToInt32(code, at), types, own));
                    if (line != null) yield return line;
                }
                at += SizeOf(operation.OperandType, code, at);
            }
        }

        private static int SizeOf(OperandType type, byte[] code, int at)
        {
            switch (type)
            {
                case OperandType.InlineNone: return 0;
                case OperandType.ShortInlineBrTarget:
                case OperandType.ShortInlineI:
                case OperandType.ShortInlineVar: return 1;
                case OperandType.InlineVar: return 2;
                case OperandType.InlineI8:
                case OperandType.InlineR: return 8;
                case OperandType.InlineSwitch: return 4 + 4 * BitConverter.ToInt32(code, at);
                default: return 4;
            }
        }

        private static string LineOf(MemberInfo member)
        {
            var owner = member.DeclaringType;
            if (owner == null || owner.Assembly.GetName().Name != "UnityEngine") return null;
            if (owner.IsGenericType) owner = owner.GetGenericTypeDefinition();
            var field = member as FieldInfo;
            if (field != null) return string.Join("|", owner.FullName, "field", field.Name, "", NameOf(field.FieldType));
            var method = (MethodBase)member;
            if (method.IsGenericMethod) method = ((MethodInfo)method).GetGenericMethodDefinition();
            var parameters = string.Join(",", method.GetParameters().Select(each => NameOf(each.ParameterType)).ToArray());
            var result = method is MethodInfo ? NameOf(((MethodInfo)method).ReturnType) : "";
            var kind = method.IsConstructor ? "new" : method.IsSpecialName ? method.Name.Split('_')[0] : "method";
            var name = kind == "method" || kind == "new" ? method.Name : method.Name.Substring(method.Name.IndexOf('_') + 1);
            return string.Join("|", owner.FullName, kind, name, parameters, result);
        }

        private static string NameOf(Type type)
        {
            if (type.IsArray) return NameOf(type.GetElementType()) + "[]";
            if (type.IsByRef) return NameOf(type.GetElementType()) + "&";
            return type.IsGenericParameter ? type.Name : type.IsGenericType ? type.GetGenericTypeDefinition().FullName : type.FullName;
        }
    }
}
