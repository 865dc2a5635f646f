import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { getProgram } from '../support/services/program.ts'

const folder = mkdtempSync(join(tmpdir(), 'botola-command-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Runs a command in a folder without an installation, which it must not create. */
const run = (script: string, ...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [resolve(script), ...args], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, DATA_DIR: join(folder, 'nowhere') },
    timeout: 60_000,
  })
  return { status, stdout, lines: stderr.trimEnd().split('\n') }
}

test.each([
  [getProgram('db'), ['migrate', 'x'], 'The argument "x" is not understood.'],
  [getProgram('db'), ['restore'], 'An argument is missing.'],
  [getProgram('demo'), ['add', 'foo'], 'The argument "foo" is not understood.'],
  [
    getProgram('admin'),
    ['password', 'a@botola.test', 'b@botola.test'],
    'The argument "b@botola.test" is not understood.',
  ],
  [getProgram('keys'), ['reencrypt', '--delete'], "Unknown option '--delete'."],
  [getProgram('results'), ['verify', '--all'], "Unknown option '--all'."],
  ['scripts/faults.ts', ['--times'], "Option '--times <value>' argument missing."],
  [
    'scripts/faults.ts',
    ['--times=abc'],
    'The option --times cannot be used: "abc" is not a whole number from 1.',
  ],
  ['scripts/test.ts', ['call'], 'There is no group "call". The groups are checks, calls, browser.'],
  ['scripts/run.mjs', ['start', 'now'], '"npm run start" takes no arguments: "now" is not understood.'],
])('%s %j is refused with one sentence', (script, args, sentence) => {
  const { status, stdout, lines } = run(script, ...args)
  expect([status, stdout, lines[0]]).toEqual([1, '', sentence])
  // the usage may follow
  if (lines.length > 1) expect(lines[1]).toMatch(/^Usage: npm run /)
})

test('--help prints the usage', () => {
  expect(run('scripts/faults.ts', '--help')).toEqual({
    status: 0,
    stdout: expect.stringMatching(/^Usage: npm run faults /),
    lines: [''],
  })
})

test('the sentence about a number names what was typed', () => {
  const read = (name: string, value: string) => () => readConfig({ [name]: value })
  expect(read('PORT', 'abc')).toThrow(
    'The setting PORT cannot be used: "abc" is not a whole number from 0 to 65535.',
  )
  for (const text of ['70000', '-1', '80.5', '0x50', '1e3', ' '])
    expect(read('PORT', text)).toThrow(`"${text}" is not a whole number`)
  expect(read('MAX_UPLOAD_MB', '2 GB')).toThrow(
    'The setting MAX_UPLOAD_MB cannot be used: "2 GB" is not a whole number from 1 to 100000.',
  )
  expect(readConfig({ PORT: ' 8080 ', MAX_UPLOAD_MB: '' })).toMatchObject({ PORT: 8080, MAX_UPLOAD_MB: 2048 })
})

test('the settings of backups name what cannot be used', () => {
  const refused = (name: string, value: string) =>
    expect(() => readConfig({ [name]: value })).toThrow(`The setting ${name} cannot be used: `)
  for (const cron of [
    '* * * *',
    '60 * * * *',
    '0 24 * * *',
    '* * 0 * *',
    '5-1 * * * *',
    '*/0 * * * *',
    'daily',
    '@daily',
  ])
    refused('BACKUP_CRON', cron)
  for (const cron of ['* * * * *', '*/15 2,14 1-7 * 0', '5/10 0 * 12 7'])
    expect(readConfig({ BACKUP_CRON: cron }).BACKUP_CRON).toBe(cron)
  for (const url of ['https://backups.test/', 'file:///backups']) refused('BACKUP_URL', url)
  refused('BACKUP_KEEP', '0')
  expect(readConfig({ BACKUP_URL: '', BACKUP_CRON: '' })).toMatchObject({
    BACKUP_URL: undefined,
    BACKUP_CRON: '37 2 * * *',
    BACKUP_KEEP: 14,
  })
  expect(readConfig({ BACKUP_URL: 'backups' }).BACKUP_URL).toBe(resolve('backups'))
})

test('the settings of the sign-in provider name what cannot be used', () => {
  for (const issuer of ['http://id.test', 'http://localhost.id.test', 'ftp://id.test', 'id.test'])
    expect(() => readConfig({ OIDC_ISSUER: issuer })).toThrow('The setting OIDC_ISSUER cannot be used: ')
  const client = { OIDC_CLIENT_ID: 'botola', OIDC_CLIENT_SECRET: 'secret' }
  for (const missing of Object.keys(client))
    expect(() => readConfig({ OIDC_ISSUER: 'https://id.test', ...client, [missing]: '' })).toThrow(
      'With OIDC_ISSUER the settings OIDC_CLIENT_ID and OIDC_CLIENT_SECRET are required',
    )
  const read = (env: Record<string, string>) =>
    readConfig({ OIDC_ISSUER: 'https://id.test/a', ...client, ...env })
  expect(read({})).toMatchObject({ OIDC_NAME: 'id.test', OIDC_SECOND_FACTOR: ['mfa'] })
  expect(read({ OIDC_NAME: 'Office ID', OIDC_SECOND_FACTOR: ' hwk, 2 ,' })).toMatchObject({
    OIDC_NAME: 'Office ID',
    OIDC_SECOND_FACTOR: ['hwk', '2'],
  })
  expect(read({ OIDC_SECOND_FACTOR: 'off' }).OIDC_SECOND_FACTOR).toEqual([])
  expect(read({ OIDC_ISSUER: 'http://127.0.0.1:8080' }).OIDC_ISSUER).toBe('http://127.0.0.1:8080')
})

test('the command of .env.example starts Botola with the settings of the file, which are the defaults', () => {
  copyFileSync('.env.example', join(folder, '.env'))
  const command = /^# {4,}(.*npm start)$/m.exec(readFileSync('.env.example', 'utf8'))?.[1] ?? ''
  const print = `"${process.execPath}" -p 'JSON.stringify(process.env)'`
  const { status, stdout, stderr } = spawnSync('sh', ['-ec', command.replace('npm start', print)], {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: process.env.PATH },
  })
  expect([status, stderr]).toEqual([0, ''])
  const env = JSON.parse(stdout)
  expect(env.MAIL_FROM).toBe('Botola <no-reply@localhost>')
  const settings = readFileSync('.env.example', 'utf8').matchAll(/^([A-Z_]+)=/gm)
  for (const [, name] of settings) expect(env).toHaveProperty(String(name))
  expect(readConfig(env)).toEqual(readConfig({}))
})
