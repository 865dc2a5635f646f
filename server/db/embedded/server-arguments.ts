/**
 * Settings of the embedded server: little memory when idle, for one installation on one machine; every commit is written to the disk. It accepts
 * connections on its socket only.
 */
const settings: Record<string, string> = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '100',
  shared_buffers: '48MB',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  effective_cache_size: '512MB',
  min_wal_size: '48MB',
  max_wal_size: '512MB',
  wal_level: 'replica',
  max_wal_senders: '0',
  max_replication_slots: '2',
  max_worker_processes: '2',
  max_logical_replication_workers: '0',
  autovacuum_max_workers: '1',
  random_page_cost: '1.1',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
}

/** Avoids three helper processes. The setting exists since version 18. */
const since18 = { io_method: 'sync' }

/** Quotes a folder for the comma-separated list of socket folders. */
const quoteFolder = (folder: string) => `"${folder.replaceAll('"', '""')}"`

/** Builds the command-line arguments of `postgres`. */
export const buildServerArguments = (data: string, socket: string, major: string, extra: Record<string, string> = {}): string[] => {
  const all = { ...settings, ...(Number(major) >= 18 ? since18 : {}), ...extra, unix_socket_directories: quoteFolder(socket) }
  return ['-D', data, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
}
