import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { AdminMatches } from '#contract/event/matches/match.schema.ts'
import { getEntryDisplayNames } from '#contract/event/scores/score.ts'
import type { RuleSetPreview } from '#contract/event/scoring/rule-set-preview.schema.ts'
import {
  MatchChangesWithConfirmation,
  shouldConfirmMatchChanges,
} from '#web/admin/event/matches/match-preview.tsx'
import { AdminDialog } from '#web/admin/shared/dialog.tsx'
import { StackedTable } from '#web/admin/shared/stacked-table.tsx'
import { formatNumber } from '#web/shared/format.ts'
import { useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { Bdi } from '#web/shared/ui/bdi.tsx'

type Props = {
  title: string
  text: string
  action: string
  preview: RuleSetPreview
  /** The matches as they are now, where the preview says what changes in them. */
  matches?: AdminMatches | undefined
  busy?: boolean
  onClose: () => void
  onConfirm: () => void
}

/**
 * Shows which ranks and matches other scoring rules change, and asks for a confirmation. Attempts that do not
 * fit the rules and a frozen ranking prevent it.
 */
export function ConfirmRankAndMatchChangesDialog({
  title,
  text,
  action,
  preview,
  matches,
  busy = false,
  onClose,
  onConfirm,
}: Props) {
  const { t } = useTranslation()
  const lang = useLang()
  const { changedCount, changes, unreadableCount, isFrozen } = preview
  const [isAccepted, setIsAccepted] = useState(false)
  // the table of entries shows the ranks
  const matchChanges = preview.matches && { ...preview.matches, changedRanks: [] }
  const hasMatchChanges =
    matchChanges !== null && matchChanges.changedMatches.length + matchChanges.problems.length > 0
  const isSavable = unreadableCount === 0 && !isFrozen
  const columns = ['rankBefore', 'rankAfter', 'totalBefore', 'totalAfter'] as const
  return (
    <AdminDialog onClose={onClose} title={title} size="lg" centered>
      <Stack>
        {isFrozen ? <Alert color="yellow">{t('adminRuleSets.frozen')}</Alert> : null}
        {unreadableCount > 0 ? (
          <Alert color="red">{t('adminRuleSets.unreadable', { count: unreadableCount })}</Alert>
        ) : null}
        {isSavable ? <Text>{text}</Text> : null}
        <Text fw={600}>
          {changedCount === 0
            ? t('adminRuleSets.noRankChanges')
            : t('adminRuleSets.rankChanges', { count: changedCount })}
        </Text>
        {changedCount > changes.length ? (
          <Text size="sm">{t('adminRuleSets.shownChanges', { count: changes.length })}</Text>
        ) : null}
        {changes.length > 0 ? (
          <StackedTable
            label={title}
            minWidth={480}
            rows={changes}
            getKey={({ entryId }) => entryId}
            columns={[
              {
                title: t('adminRuleSets.participant'),
                render: (entry) => <Bdi>{getEntryDisplayNames(entry).both}</Bdi>,
              },
              ...columns.map((column) => ({
                title: t(`adminRuleSets.${column}`),
                number: true,
                render: (change: RuleSetPreview['changes'][number]) => (
                  <bdi dir="ltr">{formatNumber(change[column], lang)}</bdi>
                ),
              })),
            ]}
          />
        ) : null}
        {matches && hasMatchChanges ? (
          <MatchChangesWithConfirmation
            matches={matches}
            preview={matchChanges}
            isAccepted={isAccepted}
            onAccept={setIsAccepted}
          />
        ) : null}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            {t('admin.list.cancel')}
          </Button>
          {isSavable ? (
            <Button
              loading={busy}
              disabled={matchChanges !== null && shouldConfirmMatchChanges(matchChanges) && !isAccepted}
              onClick={onConfirm}
            >
              {action}
            </Button>
          ) : null}
        </Group>
      </Stack>
    </AdminDialog>
  )
}
