import { Button, Group, Paper, Text, Title } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { SetupChecklistItem, SetupTask } from '#contract/dashboard.schema.ts'
import { useTranslation } from '#web/shared/texts.ts'
import hidden from '#web/shared/ui/visually-hidden.module.css'
import styles from './setup-checklist.module.css'

const pages: Record<SetupTask, string> = {
  brand: '/admin/settings',
  contact: '/admin/settings',
  region: '/admin/settings',
  counters: '/admin/settings',
  legal: '/admin/settings',
  event: '/admin/events/new',
  competitions: '/admin/competitions',
  mail: '/admin/status',
  payment: '/admin/settings',
  secondFactor: '/admin/profile',
  demo: '/admin/events',
}

/** Shows what is left to do on a new installation, each task with a link. When all tasks are done, a user can hide the list in this browser. */
export function SetupChecklist({ items }: { items: readonly SetupChecklistItem[] }) {
  const { t } = useTranslation()
  const [isHidden, setIsHidden] = useLocalStorage({ key: 'admin_setup_hidden', defaultValue: false, getInitialValueInEffect: false })
  const doneCount = items.filter(({ done }) => done).length
  const isComplete = doneCount === items.length
  if (isComplete && isHidden) return null
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="setup-checklist">
      <Group justify="space-between">
        <Title order={2} size="h4" id="setup-checklist">
          {t('adminDashboard.setup.title')}
        </Title>
        <Text size="sm" c="dimmed">
          {t(isComplete ? 'adminDashboard.setup.complete' : 'adminDashboard.setup.progress', { done: doneCount, all: items.length })}
        </Text>
      </Group>
      <ul className={styles.list}>
        {items.map(({ task, done }) => {
          const Icon = done ? IconCircleCheckFilled : IconCircle
          return (
            <li key={task} className={styles.item} data-done={done}>
              <Icon size={22} aria-hidden className={styles.icon} />
              <div>
                <Link to={pages[task]} className={styles.link}>
                  {t(`adminDashboard.setup.tasks.${task}.title`)}
                </Link>
                <span className={hidden.visuallyHidden}>{` (${t(`adminDashboard.setup.${done ? 'done' : 'open'}`)})`}</span>
                {done ? null : (
                  <Text size="sm" c="dimmed">
                    {t(`adminDashboard.setup.tasks.${task}.text`)}
                  </Text>
                )}
              </div>
            </li>
          )
        })}
      </ul>
      {isComplete ? (
        <Button variant="default" size="sm" mt="md" onClick={() => setIsHidden(true)}>
          {t('adminDashboard.setup.dismiss')}
        </Button>
      ) : null}
    </Paper>
  )
}
