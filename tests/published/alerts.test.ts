import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { startSessionsApp } from '../support/api/session.ts'

const rules = readFileSync('deploy/prometheus/alerts.yml', 'utf8')
const dashboard = readFileSync('deploy/grafana/botola.json', 'utf8')
const operations = readFileSync('docs/operations.md', 'utf8')

test('alerts and dashboard use metrics that a process has', async () => {
  const { app } = await startSessionsApp({ METRICS_TOKEN: 'x'.repeat(32) })
  const reply = await app.inject({ url: '/metrics', headers: { authorization: `Bearer ${'x'.repeat(32)}` } })
  await app.close()
  const names = new Set([...reply.body.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name))
  const used = [...`${rules}${dashboard}`.matchAll(/\b(?:botola|nodejs|process)_\w+/g)].map(([name]) =>
    name.replace(/_bucket$/, ''),
  )
  expect(used.length).toBeGreaterThan(15)
  for (const name of used) expect(names, name).toContain(name)
})

test('each alert, and the panels of the dashboard, name sections of the runbook', () => {
  const alerts = rules.match(/- alert: /g) ?? []
  const sections = [...rules.matchAll(/runbook: docs\/operations\.md#([\w-]+)/g)].map(([, anchor]) => anchor)
  expect(sections.length).toBe(alerts.length)
  const headings = new Set(
    [...operations.matchAll(/^#{2,3} (.+)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replace(/[^\w -]/g, '')
        .replaceAll(' ', '-'),
    ),
  )
  const sectionsOfPanels = [
    ...dashboard.matchAll(/"description": "Runbook: docs\/operations\.md#([\w-]+)"/g),
  ].map(([, anchor]) => anchor)
  expect(sectionsOfPanels.length).toBeGreaterThan(5)
  for (const section of [...sections, ...sectionsOfPanels]) expect(headings, section).toContain(section)
})
