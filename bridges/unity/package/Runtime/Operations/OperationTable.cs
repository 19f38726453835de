using System;
using System.Collections.Generic;

namespace Worldwire
{
    /// <summary>The operations of the port that this bridge has, and the reasons for those that it does not have.</summary>
    internal sealed class OperationTable
    {
        private readonly Dictionary<string, Action<Call>> operations = new Dictionary<string, Action<Call>>();
        private readonly Dictionary<string, string> missing = new Dictionary<string, string>();
        private readonly List<string> names = new List<string>();
        /// <summary>Features of the port, such as "dryRun".</summary>
        public readonly List<string> Features = new List<string>();

        public IEnumerable<string> Names
        {
            get { return names; }
        }

        /// <summary>Adds an operation whose result is known at once.</summary>
        public void Add(string name, Func<Params, object> operation)
        {
            AddLater(name, call => call.Answer(operation(call.Params)));
        }

        /// <summary>Adds an operation that answers its call in a later frame.</summary>
        public void AddLater(string name, Action<Call> operation)
        {
            if (!operations.ContainsKey(name)) names.Add(name);
            operations[name] = operation;
            missing.Remove(name);
        }

        /// <summary>Names an operation that this engine does not have. It is refused with the reason.</summary>
        public void AddMissing(string name, string reason)
        {
            if (!operations.ContainsKey(name)) missing[name] = reason;
        }

        public void Run(Call call)
        {
            Action<Call> operation;
            string reason;
            try
            {
                Edits.Current.Begin(call.Method);
                if (operations.TryGetValue(call.Method, out operation)) operation(call);
                else if (missing.TryGetValue(call.Method, out reason))
                    throw Refusal.Unsupported("Unity has no " + call.Method + " here: " + reason, "use another operation; engine.describe lists those that it has");
                else
                    throw Refusal.Unsupported("the bridge for Unity does not know " + call.Method, NearNames.Hint(call.Method, names));
            }
            catch (Exception thrown)
            {
                call.Refuse(thrown);
            }
        }
    }
}
