import { useOutletContext } from 'react-router'
import type { AdminEvent } from '#contract/event.ts'

/** Returns the event whose page is open. Only for pages and parts of pages below `event-layout.tsx`, which loads it. */
export const useOpenedEvent = (): AdminEvent => useOutletContext<AdminEvent>()
