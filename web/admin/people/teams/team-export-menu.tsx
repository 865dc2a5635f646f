import { Button, Menu, ScrollArea } from '@mantine/core'
import { useState } from 'react'
import type { ActiveCompetition } from '#contract/event/competition.schema.ts'
import type { TeamFilter } from '#contract/people/teams/team.schema.ts'
import { getErrorMessage } from '#web/admin/shared/admin-submit.tsx'
import { saveBlobAsFile } from '#web/admin/shared/download-file.ts'
import { useHasPermission } from '#web/admin/shared/use-has-permission.ts'
import { adminApi } from '#web/shared/api/admin-api.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { Bdi } from '#web/shared/ui/bdi.tsx'
import { IconChevronDown, IconDownload } from '#web/shared/ui/icons.ts'
import { toast } from '#web/shared/ui/toast.ts'
import { NationalIdAccessReasonDialog } from './team-parts.tsx'

/** `shown` is the filter of the list. */
type Props = { competitions: ActiveCompetition[]; shown: TeamFilter }

/**
 * Shows the menu of CSV exports: the teams of this search, all teams, those of a competition, or all people
 * of this search.
 */
export function TeamAndPeopleExportMenu({ competitions, shown }: Props) {
  const { t, i18n } = useTranslation()
  const [busy, setBusy] = useState(false)
  const [asked, setAsked] = useState(false)
  const getFileName = ({ competitionId }: TeamFilter, ...more: string[]) => {
    const slug = competitions.find(({ id }) => id === competitionId)?.slug
    return `${['teams', ...(slug ? [slug] : []), ...more].join('-')}.csv`
  }
  const run = async (which: TeamFilter) => {
    setBusy(true)
    try {
      saveBlobAsFile(await adminApi.teams.exportCsv(which), getFileName(which))
    } catch (error) {
      toast.error(getErrorMessage(t, error, t('messages.loadFailed')))
    }
    setBusy(false)
  }
  if (!useHasPermission('privacy')) return null
  return (
    <>
      {/* a menu has nothing but its items: no placeholder of the focus */}
      <Menu position="bottom-end" withinPortal={false} withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <Button
            variant="default"
            leftSection={<IconDownload size={18} aria-hidden />}
            rightSection={<IconChevronDown size={16} aria-hidden />}
            loading={busy}
          >
            {t('adminTeams.exportMenu')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown maw="calc(100vw - 2 * var(--space-4))">
          <Menu.Item onClick={() => void run(shown)}>{t('adminTeams.exportShown')}</Menu.Item>
          <Menu.Item onClick={() => void run({})}>{t('adminTeams.exportAll')}</Menu.Item>
          <Menu.Divider role="separator" />
          {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a menu */}
          <div role="group" aria-label={t('adminTeams.exportOf')}>
            <Menu.Label c="dimmed" role="presentation">
              {t('adminTeams.exportOf')}
            </Menu.Label>
            {/* the items below stay visible, however many competitions there are */}
            <ScrollArea.Autosize mah={220}>
              {competitions.map(({ id, name }) => (
                <Menu.Item key={id} onClick={() => void run({ competitionId: id })}>
                  <Bdi>{name[i18n.language]}</Bdi>
                </Menu.Item>
              ))}
            </ScrollArea.Autosize>
          </div>
          <Menu.Divider role="separator" />
          <Menu.Item onClick={() => setAsked(true)}>{t('adminTeams.exportFull')}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {asked ? (
        <NationalIdAccessReasonDialog
          title={t('adminTeams.fullTitle')}
          text={t('adminTeams.fullText')}
          action={t('adminTeams.fullRun')}
          onClose={() => setAsked(false)}
          onSubmit={async (reason) => {
            saveBlobAsFile(await adminApi.teams.exportFullCsv(shown, reason), getFileName(shown, 'full'))
            setAsked(false)
          }}
        />
      ) : null}
    </>
  )
}
