import { Anchor, Button, Group, SegmentedControl, Stack, Text, Title } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { Link, useSearchParams } from 'react-router'
import { getEventTitleWithFallback } from '#contract/rules/event-title.ts'
import { adminApi } from '#web/shared/api/admin-api.ts'
import { useLang } from '#web/shared/language.ts'
import { QrCode } from '#web/shared/scanner/qr-code.tsx'
import { useTranslation } from '#web/shared/texts.ts'
import type { Route } from './+types/badges-page.ts'
import styles from './badges.module.css'

export const clientLoader = ({ params }: Route.ClientLoaderArgs) => adminApi.schedule.get(params.id)

/** Shows the badges of the teams of an event, to print and cut apart. */
export default function BadgesPage({ loaderData: { event, teams } }: Route.ComponentProps) {
  const { t } = useTranslation()
  const lang = useLang()
  const [address, setAddress] = useSearchParams()
  const isSmall = address.get('size') === 'small'
  return (
    <Stack>
      <title>{`${t('adminJudging.badges.title')} · ${t('name')}`}</title>
      <div className={styles.screenOnly}>
        <Anchor component={Link} to={`/admin/events/${event.id}/teams`} size="sm">
          {t('adminJudging.badges.back')}
        </Anchor>
        <Group justify="space-between">
          <Title order={2} size="h3">
            {t('adminJudging.badges.title')}
          </Title>
          <Group>
            <SegmentedControl
              aria-label={t('adminJudging.badges.size')}
              value={isSmall ? 'small' : 'large'}
              data={(['large', 'small'] as const).map((value) => ({ value, label: t(`adminJudging.badges.${value}`) }))}
              onChange={(size) => setAddress(size === 'small' ? { size } : {}, { replace: true, preventScrollReset: true })}
            />
            <Button leftSection={<IconPrinter size={18} />} onClick={() => window.print()} disabled={teams.length === 0}>
              {t('adminJudging.badges.print')}
            </Button>
          </Group>
        </Group>
        {teams.length === 0 ? <Text py="xl">{t('adminJudging.checkIn.none')}</Text> : null}
      </div>
      <ul className={`${styles.badges} ${isSmall ? styles.small : styles.large}`}>
        {teams.map((team) => (
          <li key={team.id} className={styles.badge}>
            <div className={styles.words}>
              <p className={styles.minor}>
                <bdi>{getEventTitleWithFallback(event.title, lang)}</bdi>
              </p>
              <p className={styles.number}>{team.teamNo}</p>
              <h3 className={styles.name}>
                <bdi>{team.name}</bdi>
              </h3>
              <p className={styles.minor}>
                <bdi>{team.schoolName}</bdi>
              </p>
              <p className={styles.minor}>{team.competition[lang]}</p>
            </div>
            <div className={styles.code}>
              <QrCode text={team.badgeCode} label={t('adminJudging.badges.picture', { team: `\u2068${team.name}\u2069` })} />
              <bdi dir="ltr">{team.badgeCode}</bdi>
            </div>
          </li>
        ))}
      </ul>
    </Stack>
  )
}
