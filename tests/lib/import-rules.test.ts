import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { importOverrides } from '../../scripts/import-rules.ts'

it('biome.json has the import rules of scripts/import-rules.ts', () => {
  const { overrides } = JSON.parse(readFileSync('biome.json', 'utf8')) as { overrides: unknown }
  expect(overrides).toEqual(importOverrides)
})
