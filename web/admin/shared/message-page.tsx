import { Button, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { logo } from '#contract/logo.ts'
import { useTranslation } from '#web/shared/texts.ts'

type Props = { title: string; text: string; action: { to: string; label: string }; children?: ReactNode }

/** Shows a page with a message instead of contents: not found, or not loaded. */
export function MessagePage({ title, text, action, children }: Props) {
  const { t } = useTranslation()
  return (
    <Stack align="center" ta="center" py={80}>
      <title>{`${title} · ${t('name')}`}</title>
      <svg width="96" height="96" viewBox={logo.viewBox} aria-hidden="true">
        <g fill="none" stroke="var(--mantine-color-anchor)">
          <path d={logo.outline} strokeWidth="2.4" />
          <path d={logo.traces} strokeWidth="1.6" />
        </g>
      </svg>
      <Title order={1} size="h2">
        {title}
      </Title>
      <Text maw={460}>{text}</Text>
      {children}
      <Button component={Link} to={action.to}>
        {action.label}
      </Button>
    </Stack>
  )
}
