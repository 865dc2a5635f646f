import { createIcon } from '#web/shared/ui/create-icon.tsx'

export const IconProgress = /* @__PURE__ */ createIcon([
  'M10 20.777a8.942 8.942 0 0 1 -2.48 -.969',
  'M14 3.223a9.003 9.003 0 0 1 0 17.554',
  'M4.579 17.093a8.961 8.961 0 0 1 -1.227 -2.592',
  'M3.124 10.5c.16 -.95 .468 -1.85 .9 -2.675l.169 -.305',
  'M6.907 4.579a8.954 8.954 0 0 1 3.093 -1.356',
])
