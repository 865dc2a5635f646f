import type { Icon, IconProps } from '@tabler/icons-react'

/**
 * Shows an icon without the attributes that `tokens.css` sets for all icons, because every page contains many
 * of them.
 */
export function SiteIcon({ icon: Icon, ...rest }: IconProps & { icon: Icon }) {
  return <Icon xmlns={undefined} strokeLinecap={undefined} strokeLinejoin={undefined} {...rest} />
}
