import { Alert, Button, Code, CopyButton, Group, SegmentedControl, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { QrCode } from '#web/shared/scanner/qr-code.tsx'
import { useTranslation } from '#web/shared/texts.ts'
import { IconCopy, IconScreenShare } from '#web/shared/ui/icons.ts'
import { ScreensAndTimerManagementPanel } from './display-screens.tsx'
import { EventTabHeadingAndDocumentTitle, useOpenedEvent } from './event-tab-heading.tsx'

/** The query of the display in each language, and in both in turn. */
const queries = { en: '', ar: '?lang=ar', both: '?languages=both' } as const
type DisplayLanguage = keyof typeof queries

/** Switches the screens of the display of an event, and shows its address as a link and as a QR code. */
export default function EventDisplayControlPage() {
  const { t, i18n } = useTranslation()
  const { id, slug, active } = useOpenedEvent()
  const [language, setLanguage] = useState<DisplayLanguage>(i18n.language)
  const address = `${window.location.origin}/events/${slug}/display/${queries[language]}`
  return (
    <Stack>
      <EventTabHeadingAndDocumentTitle tab="display" />
      {active ? (
        <>
          <SegmentedControl
            aria-label={t('adminEvents.display.language')}
            data={(['en', 'ar', 'both'] as const).map((value) => ({
              value,
              label: t(`adminEvents.display.languages.${value}`),
            }))}
            value={language}
            onChange={(value) => setLanguage(value as DisplayLanguage)}
            style={{ alignSelf: 'flex-start' }}
          />
          <ScreensAndTimerManagementPanel
            eventId={id}
            buildAddress={(number) => `/events/${slug}/display/${number}${queries[language]}`}
          />
          <Text maw={720}>{t('adminEvents.display.intro')}</Text>
          <Code dir="ltr" style={{ overflowWrap: 'anywhere', alignSelf: 'flex-start' }}>
            {address}
          </Code>
          <Group>
            <Button
              component="a"
              href={address}
              target="_blank"
              leftSection={<IconScreenShare size={18} aria-hidden />}
            >
              {t('adminResults.display')}
            </Button>
            <CopyButton value={address}>
              {({ copied, copy }) => (
                <Button variant="default" leftSection={<IconCopy size={18} aria-hidden />} onClick={copy}>
                  {t(copied ? 'adminEvents.display.copied' : 'adminEvents.display.copy')}
                </Button>
              )}
            </CopyButton>
          </Group>
          <QrCode text={address} label={t('adminEvents.display.picture')} />
        </>
      ) : (
        <Alert color="yellow">{t('adminEvents.display.draft')}</Alert>
      )}
    </Stack>
  )
}
