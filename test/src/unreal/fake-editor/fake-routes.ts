import type { JsonValue } from '@worldwire/protocol';
import { ModelObject, nameOf, type Property } from '@worldwire/unreal/internal';
import { actorFunction, type FakeCall, librariesOf } from './fake-functions.js';
import { type FakeOptions, isAtLeast } from './fake-options.js';
import { png, SVG } from './fake-pictures.js';
import { type FakeProject, propertiesOf } from './fake-project.js';
import { empty, json, key, type Reply, refusal, text } from './reply.js';

const SETTINGS = '/Script/RemoteControlCommon.Default__RemoteControlSettings';
const PYTHON = '/Script/PythonScriptPlugin.Default__PythonScriptLibrary';

interface Route {
  readonly verb: 'Get' | 'Put' | 'Options';
  readonly path: string;
  readonly answer: (routes: FakeRoutes, body: unknown) => Reply | 'ends';
}

/** §2: the routes that the product may use, and the one that it must not. */
const ROUTES: readonly Route[] = [
  { verb: 'Get', path: '/remote/info', answer: routes => routes.info() },
  { verb: 'Put', path: '/remote/object/call', answer: (routes, body) => routes.call(body) },
  { verb: 'Put', path: '/remote/object/property', answer: (routes, body) => routes.property(body) },
  { verb: 'Put', path: '/remote/object/describe', answer: (routes, body) => routes.describe(body) },
  { verb: 'Put', path: '/remote/search/assets', answer: (routes, body) => routes.search(body) },
  { verb: 'Put', path: '/remote/object/thumbnail', answer: (routes, body) => routes.thumbnail(body) },
  {
    verb: 'Put',
    path: '/remote/batch',
    // §2 L4: a batch has stopped a 5.5 editor. It stops the fake in any version, so that no code relies on it.
    answer: () => 'ends',
  },
];

/** The answer of a fake editor to one request. */
export class FakeRoutes {
  constructor(
    readonly options: FakeOptions,
    readonly project: FakeProject,
    readonly halves: (() => void)[],
  ) {}

  answer(verb: string, path: string, passphrase: string | undefined, body: unknown): Reply | 'ends' {
    const { passphraseDigest } = this.options;
    // §2, errors, T2.
    if (passphraseDigest !== undefined && passphrase !== passphraseDigest)
      return refusal('Given Passphrase is not correct!', 401);
    const route = this.#routes().find(each => each.path === path && each.verb.toUpperCase() === verb);
    // §2, errors, L14.
    if (route === undefined) {
      const errorCode = 'errors.com.epicgames.httpserver.route_handler_not_found';
      return json({ errorCode, errorMessage: '' }, 404);
    }
    return route.answer(this, body);
  }

  /** §2 D1: the routes, and no version of the engine. */
  info(): Reply {
    const HttpRoutes = this.#routes().map(({ verb, path }) => ({ Path: path, Verb: verb, Description: '' }));
    return this.#spelled({ HttpRoutes: HttpRoutes.map(each => this.#keys(each)) });
  }

  call(body: unknown): Reply {
    const { options, project } = this;
    const [path, name] = [text(body, 'objectPath'), text(body, 'functionName')];
    const closed = this.#closed(path, name);
    if (closed !== undefined) return closed;
    const library = librariesOf(options)[path];
    const actor = project.findActor(path);
    // §2, errors, L10.
    if (library === undefined && project.find(path) === undefined)
      return refusal(`Object: ${path} does not exist.`);
    const known =
      library !== undefined && Object.hasOwn(library, name)
        ? library[name]
        : actor && actorFunction(actor, name, options);
    // UNCONFIRMED: the status, and whether every version has a message.
    if (known === undefined) {
      return options.variant === 'a'
        ? refusal(`Function: ${name} does not exist on object: ${path}.`)
        : refusal('', 404);
    }
    const call: FakeCall = {
      project,
      options,
      halves: this.halves,
      parameters: key(body, 'parameters'),
    };
    const given = known(call);
    // §2 D1: the name of the undo entry.
    if (key(body, 'generateTransaction') === true) project.transactions.push('Remote Call Transaction Wrap');
    return this.#spelled(given);
  }

  property(body: unknown): Reply {
    const [path, name, access] = [text(body, 'objectPath'), text(body, 'propertyName'), text(body, 'access')];
    if (path === SETTINGS) return this.#setting(name);
    const object = this.project.find(path);
    // UNCONFIRMED: its status.
    if (object === undefined) {
      const said = `Object: ${path} does not exist when trying to resolve property: ${name}.`;
      return refusal(said, this.options.variant === 'a' ? 400 : 200);
    }
    // §2 D1: without a name, all readable properties.
    if (access === 'READ_ACCESS' && name === '') {
      return json(Object.fromEntries(propertiesOf(object).map(each => [each.name, object.get(each)])));
    }
    const property = propertiesOf(object).find(each => each.name.toLowerCase() === name.toLowerCase());
    if (property === undefined) return this.#noProperty(object, name);
    const before = object.get(property);
    if (access === 'READ_ACCESS') return json({ [property.name]: before });
    // §2 D1: properties that are const for editing cannot be written.
    if (property.fixed === true)
      return refusal(`Object property: ${name} is unavailable remotely on ${path}.`);
    // §2 D1: the value is an object keyed by the property's name.
    const value = key(key(body, 'propertyValue'), name);
    if (typeof value === typeof before) {
      // A float has fewer digits than a number of JSON.
      object.set(property, isFloat(property) ? Math.fround(value as number) : (value as JsonValue));
    }
    if (access === 'WRITE_TRANSACTION_ACCESS') this.project.transactions.push(`Set ${property.name}`);
    return empty();
  }

  describe(body: unknown): Reply {
    const path = text(body, 'objectPath');
    const object = this.project.find(path) ?? this.#defaults(path);
    if (object === undefined) return refusal(`Object: ${path} does not exist.`);
    return this.#spelled({
      Name: nameOf(path),
      Class: this.#className(object.class.path),
      Properties: propertiesOf(object).map(each => this.#keys(describedProperty(each))),
      Functions: object.class.functions.map(({ name }) =>
        this.#keys({ Name: name, Description: '', Arguments: [] }),
      ),
    });
  }

  /** §2 D1; whether the class of an asset is short or a path from 5.1 on is UNCONFIRMED, and so is the default limit. */
  search(body: unknown): Reply {
    const filter = key(body, 'Filter');
    const list = (name: string) => (key(filter, name) as string[] | undefined) ?? [];
    const [names, classes, paths] = [list('PackageNames'), list('ClassNames'), list('PackagePaths')];
    const limit =
      (key(body, 'Limit') as number | undefined) ?? (this.options.variant === 'a' ? Infinity : 100);
    // §2 D12: from 5.1 on the filter takes whole paths.
    const filtered = (path: string) =>
      isAtLeast(this.options.version, '5.3') ? path : path.slice(path.lastIndexOf('.') + 1);
    const found = [...this.project.registry.values()]
      .filter(({ path }) => names.length === 0 || names.includes(path.slice(0, path.indexOf('.'))))
      .filter(asset => classes.length === 0 || classes.includes(filtered(asset.class)))
      .filter(({ path }) => paths.length === 0 || paths.some(folder => path.startsWith(`${folder}/`)))
      .slice(0, limit)
      .map(({ path, class: className, metadata }) =>
        this.#keys({
          Name: path.slice(path.lastIndexOf('.') + 1),
          Class: this.#className(className),
          Path: path,
          ...(metadata && { Metadata: metadata }),
        }),
      );
    return this.#spelled({ Assets: found });
  }

  /** §2 L1: raw bytes, not always of the declared type. */
  thumbnail(body: unknown): Reply {
    const path = text(body, 'objectPath');
    if (this.project.find(path) === undefined) return refusal(`Object: ${path} does not exist.`);
    const bytes = { png: png(4, 2), 'svg-as-png': SVG, nothing: Buffer.alloc(0) };
    return { status: 200, body: bytes[this.options.thumbnail], type: 'image/png' };
  }

  #routes(): readonly Route[] {
    const without = new Set(this.options.withoutRoutes);
    // 4.26 has no search.
    if (!isAtLeast(this.options.version, '4.27')) without.add('/remote/search/assets');
    return ROUTES.filter(({ path }) => !without.has(path));
  }

  /** §4: the gates apply independently of each other. */
  #closed(path: string, name: string): Reply | undefined {
    const { version, functions, python, console, variant } = this.options;
    const className = path.slice(path.lastIndexOf('.') + 1).replace('Default__', '');
    const notAllowed = `Executing function '${className} ${name}' is not allowed by remote control settings.`;
    const listed =
      typeof functions === 'boolean'
        ? functions
        : functions.some(each => [className, `${className} ${name}`].includes(each));
    // §2, errors, L5 L6.
    if (isAtLeast(version, '5.8') && !listed) return refusal(notAllowed);
    // §2, errors, L10.
    if (path === PYTHON && this.options.pythonPlugin && !python) {
      const said =
        'Object Default__PythonScriptLibrary cannot be accessed remotely, check remote control project settings.';
      return refusal(said);
    }
    // §4 L3 L5: refused; the text is UNCONFIRMED.
    if (name === 'ExecuteConsoleCommand' && isAtLeast(version, '5.5') && !console) {
      return refusal(variant === 'a' ? notAllowed : 'Console commands cannot be executed remotely.');
    }
    return undefined;
  }

  #setting(name: string): Reply {
    const { version, settingsReadable, functions, python, console } = this.options;
    if (!settingsReadable || !isAtLeast(version, '5.0'))
      return refusal(`Object: ${SETTINGS} does not exist.`, 404);
    const flags: Record<string, boolean | undefined> = {
      bAllowAnyRemoteFunctionCall: isAtLeast(version, '5.8') ? functions === true : undefined,
      bEnableRemotePythonExecution: python,
      bAllowConsoleCommandRemoteExecution: isAtLeast(version, '5.5') ? console : undefined,
    };
    // §4 T2: names and digests.
    const all = {
      ...flags,
      Passphrases: [{ Identifier: 'x', Passphrase: '5f4dcc3b5aa765d61d8327deb882cf99' }],
    };
    if (name === '') return json(all);
    const setting = (all as Record<string, unknown>)[name];
    return setting === undefined
      ? refusal(`Property: ${name} could not be resolved.`)
      : json({ [name]: setting });
  }

  /** UNCONFIRMED: the text and the status. */
  #noProperty({ path }: ModelObject, name: string): Reply {
    if (this.options.variant === 'a')
      return refusal(`Object property: ${name} could not be resolved on ${path}.`);
    return refusal('Internal error.', 500);
  }

  /** §5 T4: the defaults of a Blueprint, and those of a class that is code. */
  #defaults(path: string): ModelObject | undefined {
    if (path === SETTINGS && this.options.settingsReadable) {
      const classPath = '/Script/RemoteControlCommon.RemoteControlSettings';
      return new ModelObject(
        path,
        { name: nameOf(classPath), path: classPath, properties: [], functions: [] },
        '',
      );
    }
    const native = this.project.classes.find(path.replace('.Default__', '.'));
    if (native !== undefined && path.startsWith('/Script/') && path.includes('.Default__')) {
      return new ModelObject(path, native, '');
    }
    const { class: made, defaults } = this.project.findAsset(path)?.generated ?? {};
    if (made === undefined || defaults?.path !== path) return undefined;
    const functions = made.functions.filter(each => !made.base?.functions.includes(each));
    return new ModelObject(path, { ...defaults.class, functions }, '');
  }

  #className(path: string): string {
    return this.options.variant === 'a' ? path.slice(path.lastIndexOf('.') + 1) : path;
  }

  #spelled(members: Record<string, unknown>): Reply {
    return json(this.#keys(members));
  }

  #keys(members: Record<string, unknown>): Record<string, unknown> {
    if (this.options.variant === 'a') return members;
    const entries = Object.entries(members);
    return Object.fromEntries(
      entries.map(([name, each]) => [name.charAt(0).toLowerCase() + name.slice(1), each]),
    );
  }
}

function describedProperty({ name, type }: Property): Record<string, unknown> {
  const element = /^TArray<(.*)>$/.exec(type.code)?.[1];
  return {
    Name: name,
    Description: '',
    Type: element ?? (isFloat({ type }) ? 'float' : type.code),
    ContainerType: element === undefined ? '' : 'Array',
    KeyType: '',
    Metadata: {},
  };
}

/** The model has doubles where the engine has floats. */
function isFloat({ type }: Pick<Property, 'type'>): boolean {
  return type.code === 'double';
}
