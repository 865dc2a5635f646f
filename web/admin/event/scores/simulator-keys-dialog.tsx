import { Alert, Anchor, Button, Code, CopyButton, Group, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { AdminScoreEvent } from '#contract/event/scores/score.schema.ts'
import { scoreLimits } from '#contract/event/scores/score.ts'
import type { SimulatorKey } from '#contract/event/scores/simulator-key.schema.ts'
import type { RuleSet, ScoreSheetField, ScoreSheetValues } from '#contract/event/scoring/rule-set.schema.ts'
import { listRoundsOrPossibleMatches } from '#contract/event/scoring/rule-set-sheet.ts'
import { useSubmitWithToasts } from '#web/admin/shared/admin-submit.tsx'
import { AdminConfirmDialog, AdminDialog } from '#web/admin/shared/dialog.tsx'
import { Form, useForm } from '#web/admin/shared/form-dialog.tsx'
import { StackedTable } from '#web/admin/shared/stacked-table.tsx'
import { StatusBadge } from '#web/admin/shared/table-cells.tsx'
import { useReloadableValueWithErrorToast } from '#web/admin/shared/use-loaded-value.ts'
import { callApi } from '#web/shared/api/with-token.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { Bdi } from '#web/shared/ui/bdi.tsx'
import { useDateFormat } from '#web/shared/use-date-format.ts'

/** Returns a value that a field of a score sheet accepts. Times are milliseconds. */
const toExampleValue = (field: ScoreSheetField): ScoreSheetValues[string] => {
  switch (field.kind) {
    case 'time':
      return Math.min(62_500, field.max)
    case 'yesNo':
      return true
    case 'choice':
      return field.options[0]?.key ?? ''
    case 'count':
    case 'measure':
      return field.max
  }
}

/** Returns a request that posts an attempt of a team, in an event with a rule set with the values of its sheet. */
const buildExampleRequest = (address: string, ruleSet: RuleSet | null): string => {
  const first = ruleSet ? listRoundsOrPossibleMatches(ruleSet)[0] : undefined
  const result = first
    ? { values: Object.fromEntries(first.group.fields.map((field) => [field.key, toExampleValue(field)])) }
    : { score: 85, time: 62.5 }
  const body = JSON.stringify({ teamNo: '12', mission: first?.number ?? 1, ...result })
  return `curl -X POST '${address}' \\
  -H 'X-Api-Key: …' \\
  -H 'Content-Type: application/json' \\
  -d '${body}'`
}

/**
 * Shows a dialog with the keys with which the simulator posts scores of an event. A key is shown once, when
 * it is created.
 */
export function SimulatorKeysDialog({
  event,
  ruleSet,
  onClose,
}: {
  event: AdminScoreEvent
  ruleSet: RuleSet | null
  onClose: () => void
}) {
  const { t } = useTranslation()
  const { formatDateTime } = useDateFormat()
  const [secret, setSecret] = useState<string>()
  const [revoking, setRevoking] = useState<SimulatorKey>()
  const { saving, save } = useSubmitWithToasts()
  const { value: loaded, reload } = useReloadableValueWithErrorToast(
    () => callApi('GET /api/admin/events/:eventId/keys', { params: { eventId: event.id } }),
    event.id,
  )
  const keys = loaded?.keys ?? []

  const form = useForm({
    initialValues: { label: '' },
    send: async ({ label }) => {
      const created = await callApi('POST /api/admin/events/:eventId/keys', {
        params: { eventId: event.id },
        json: { label: label.trim() },
      })
      setSecret(created.secret)
      form.set({ label: '' })
    },
    onSaved: reload,
    showsFailureAsToast: true,
  })
  const revoke = (key: SimulatorKey) =>
    save(
      async () => {
        await callApi('DELETE /api/admin/events/:eventId/keys/:keyId', {
          params: { eventId: event.id, keyId: key.id },
        })
        return undefined
      },
      () => {
        setRevoking(undefined)
        reload()
      },
    )

  const address = `${window.location.origin}/api/v1/events/${encodeURIComponent(event.eventCode || event.slug)}/scores`
  return (
    <AdminDialog onClose={onClose} title={t('adminScores.keys')} size="xl">
      <Stack>
        <Text>{t('adminScores.keyForm.intro')}</Text>
        <Code block dir="ltr" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {`POST ${address}`}
        </Code>
        <Text>{t('adminScores.keyForm.example')}</Text>
        <Code block dir="ltr" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {buildExampleRequest(address, ruleSet)}
        </Code>
        <Text size="sm">
          {t(ruleSet ? 'adminScores.keyForm.namesWithRules' : 'adminScores.keyForm.names')}{' '}
          <Anchor inherit href="/api/docs" target="_blank" underline="always">
            {t('adminScores.keyForm.docs')}
          </Anchor>
        </Text>
        <Form form={form}>
          <Group align="flex-end">
            <TextInput
              style={{ flex: 1 }}
              label={t('adminScores.keyForm.label')}
              maxLength={scoreLimits.keyLabel}
              dir="auto"
              value={form.values.label}
              onChange={(change) => form.set({ label: change.currentTarget.value })}
            />
            <Button type="submit" loading={form.submitting}>
              {t('adminScores.keyForm.create')}
            </Button>
          </Group>
        </Form>
        {secret ? (
          <Alert role="status" title={t('adminScores.keyForm.secret')}>
            <Group>
              <Code dir="ltr" style={{ overflowWrap: 'anywhere' }}>
                {secret}
              </Code>
              <CopyButton value={secret}>
                {({ copied, copy }) => (
                  <Button size="xs" onClick={copy}>
                    {t(copied ? 'adminScores.keyForm.copied' : 'adminScores.keyForm.copy')}
                  </Button>
                )}
              </CopyButton>
            </Group>
          </Alert>
        ) : null}
        {keys.length === 0 ? (
          <Text>{t('adminScores.keyForm.none')}</Text>
        ) : (
          <StackedTable
            label={t('adminScores.keys')}
            minWidth={560}
            rows={keys}
            getKey={({ id }) => id}
            columns={[
              { title: t('adminScores.keyForm.label'), render: ({ label }) => <Bdi>{label}</Bdi> },
              { title: t('adminScores.keyForm.hint'), render: ({ hint }) => <Code dir="ltr">…{hint}</Code> },
              {
                title: t('adminScores.keyForm.createdAt'),
                render: ({ createdAt }) => formatDateTime(createdAt),
              },
              {
                title: t('adminScores.keyForm.lastUsed'),
                render: ({ lastUsedAt }) =>
                  lastUsedAt ? formatDateTime(lastUsedAt) : t('adminScores.keyForm.never'),
              },
              {
                title: t('adminScores.actions'),
                isActions: true,
                render: (key) =>
                  key.revokedAt ? (
                    <StatusBadge status="open">{t('adminScores.keyForm.revoked')}</StatusBadge>
                  ) : (
                    <Button size="xs" variant="light" color="red" onClick={() => setRevoking(key)}>
                      {t('adminScores.keyForm.revoke')}
                    </Button>
                  ),
              },
            ]}
          />
        )}
      </Stack>
      {revoking ? (
        <AdminConfirmDialog
          title={t('adminScores.keyForm.revoke')}
          text={t('adminScores.keyForm.revokeText')}
          action={t('adminScores.keyForm.revoke')}
          busy={saving}
          onClose={() => setRevoking(undefined)}
          onConfirm={() => void revoke(revoking)}
        />
      ) : null}
    </AdminDialog>
  )
}
