using System;
using System.Linq;
using System.Reflection;

/// <summary>Prints the public members of assemblies: type, kind, name and number of parameters.</summary>
internal static class Dump
{
    private static void Main(string[] paths)
    {
        const BindingFlags Own = BindingFlags.Public | BindingFlags.Static | BindingFlags.Instance | BindingFlags.DeclaredOnly;
        foreach (var type in paths.SelectMany(each => Assembly.LoadFrom(each).GetExportedTypes()))
        {
            if (typeof(Delegate).IsAssignableFrom(type) || typeof(Attribute).IsAssignableFrom(type)) continue;
            var name = type.FullName.Replace('+', '.').Split('`')[0];
            Console.WriteLine(name + "\ttype\t\t0");
            foreach (var member in type.GetMembers(Own))
            {
                var method = member as MethodInfo;
                if (method != null && (method.IsSpecialName || method.GetBaseDefinition().DeclaringType == typeof(object))) continue;
                if (member is ConstructorInfo || member is Type || member.Name == "value__") continue;
                if (member is EventInfo || (member is PropertyInfo && ((PropertyInfo)member).GetIndexParameters().Length > 0)) continue;
                Console.WriteLine(name + "\t" + member.MemberType + "\t" + member.Name + "\t" + (method == null ? 0 : method.GetParameters().Length));
            }
        }
    }
}
