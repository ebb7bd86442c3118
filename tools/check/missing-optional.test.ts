import { expect, test } from 'vitest'
import { findMissingOptional } from './missing-optional.ts'

test('returns missing optional packages with the system they are for', () => {
  const packages = {
    'node_modules/oven': {
      dev: true,
      optionalDependencies: {
        '@oven/linux-x64-musl': '1.2.3',
        '@oven/linux-arm-gnueabihf': '1.2.3',
        '@oven/win32-ia32-msvc': '^1.2.3',
        '@oven/wasm32-wasi': '1.2.3',
      },
    },
  }
  expect(findMissingOptional({ packages })).toEqual({
    'node_modules/@oven/linux-x64-musl': {
      version: '1.2.3',
      cpu: ['x64'],
      dev: true,
      libc: ['musl'],
      optional: true,
      os: ['linux'],
    },
    'node_modules/@oven/linux-arm-gnueabihf': {
      version: '1.2.3',
      cpu: ['arm'],
      dev: true,
      libc: ['glibc'],
      optional: true,
      os: ['linux'],
    },
    'node_modules/@oven/win32-ia32-msvc': {
      version: '1.2.3',
      cpu: ['ia32'],
      dev: true,
      optional: true,
      os: ['win32'],
    },
    'node_modules/@oven/wasm32-wasi': {
      version: '1.2.3',
      cpu: ['wasm32'],
      dev: true,
      optional: true,
    },
  })
})

test('finds packages in the node_modules of every parent folder', () => {
  const packages = {
    'node_modules/a/node_modules/@b/oven': {
      optionalDependencies: { x: '1.0.0', y: '1.0.0', z: '1.0.0' },
    },
    'node_modules/a/node_modules/@b/oven/node_modules/x': {},
    'node_modules/a/node_modules/y': {},
    'node_modules/z': {},
  }
  expect(findMissingOptional({ packages })).toEqual({})
})
