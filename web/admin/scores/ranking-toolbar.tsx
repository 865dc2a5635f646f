import { Button, Group, Select, TextInput } from '@mantine/core'
import { IconArrowBackUp, IconDownload, IconKey, IconRefresh, IconSearch, IconShieldCheck, IconUpload } from '@tabler/icons-react'
import { Link } from 'react-router'
import { useTranslation } from '#web/shared/texts.ts'
import styles from './scores.module.css'
import type { AdminRanking } from './use-admin-ranking.ts'

const pageSizes = ['10', '25', '50', '100', '500', '1000']

type Props = {
  ranking: AdminRanking
  eventId: string
  /** False while the results are final. Scores cannot be imported then. */
  canChangeScores: boolean
  /** Whether a change or a download is running: another one would be ignored. */
  isBusy: boolean
  onDownload: () => void
  onOpenDialog: (kind: 'import' | 'keys' | 'removed') => void
}

/** Shows the search, page size and buttons of a ranking: reload, import, export, keys, removed scores and score log. */
export function RankingToolbar({ ranking, eventId, canChangeScores, isBusy, onDownload, onOpenDialog }: Props) {
  const { t } = useTranslation()
  const { query } = ranking
  return (
    <Group className={styles.toolbar}>
      <TextInput
        type="search"
        dir="auto"
        style={{ flex: '1 1 220px' }}
        leftSection={<IconSearch size={18} />}
        aria-label={t('adminScores.search')}
        placeholder={t('adminScores.search')}
        value={query.s}
        maxLength={200}
        onChange={(change) => ranking.set({ s: change.currentTarget.value })}
      />
      <Select
        aria-label={t('adminScores.perPage')}
        w={100}
        data={pageSizes}
        value={String(query.per_page)}
        allowDeselect={false}
        onChange={(value) => ranking.set({ per_page: Number(value) })}
      />
      <Button variant="default" leftSection={<IconRefresh size={18} />} loading={ranking.loading} onClick={() => void ranking.reload()}>
        {t('adminScores.reload')}
      </Button>
      <Group>
        {canChangeScores ? (
          <Button variant="default" leftSection={<IconUpload size={18} />} onClick={() => onOpenDialog('import')}>
            {t('adminScores.import')}
          </Button>
        ) : null}
        <Button variant="default" disabled={isBusy} leftSection={<IconDownload size={18} />} onClick={onDownload}>
          {t('adminScores.export')}
        </Button>
        <Button variant="default" leftSection={<IconKey size={18} />} onClick={() => onOpenDialog('keys')}>
          {t('adminScores.keys')}
        </Button>
        <Button variant="default" leftSection={<IconArrowBackUp size={18} />} onClick={() => onOpenDialog('removed')}>
          {t('adminScores.removed')}
        </Button>
        <Button variant="default" leftSection={<IconShieldCheck size={18} />} component={Link} to={`/admin/events/${eventId}/scores/log`}>
          {t('adminScores.log')}
        </Button>
      </Group>
    </Group>
  )
}
