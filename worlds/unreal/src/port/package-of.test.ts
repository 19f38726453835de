import { expect, it } from 'vitest';
import { enginePackageOf, packageOf } from './package-of.js';

it.each([
  ['/Game/Door', '/Game/Door'],
  ['/Game/Door.Door', '/Game/Door'],
  ['/Game/Door.door', '/Game/Door'],
  ['/Game/Door.Door_C', '/Game/Door'],
  ['/Game/Door.Default__Door_C', '/Game/Door'],
  ['/Game/Door.Door:Graph.Node', '/Game/Door'],
  ['/Game/Door.Other:Graph.Node', '/Game/Door'],
  ['/Game/Door.UASSET', '/Game/Door'],
  ['/Game/Door.old', '/Game/Door.old'],
  ['/Game/Door.old.Door.old', '/Game/Door.old'],
  ['/Game/Door.old.Door.old:PersistentLevel.A', '/Game/Door.old'],
  ['/Game/v1.2/Door', '/Game/v1.2/Door'],
  ['/Game/v1.2', '/Game/v1.2'],
])('%s is in the package %s', (path, package_) => {
  expect(packageOf(path)).toBe(package_);
});

it.each([
  ['/Game/Doors/BP_Door', '/Game/Doors/BP_Door'],
  ['/Game/Doors/BP_Door.Other', '/Game/Doors/BP_Door'],
  ['/Game/v1.2/BP_Door', '/Game/v1.2/BP_Door'],
  ['/Game/Maps/Hall.Hall:PersistentLevel.Door_1', '/Game/Maps/Hall'],
  ['/Script/Shop:Default__Settings', '/Script/Shop'],
])('%s, as the engine writes it, is in the package %s', (path, package_) => {
  expect(enginePackageOf(path)).toBe(package_);
});
