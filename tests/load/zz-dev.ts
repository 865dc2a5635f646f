import { openDatabase } from '#server/db/open.ts'
import { migrate } from '#server/db/migrate.ts'
import { sealLists } from '#server/db/lists/seal.ts'
import { fillList } from './fill-lists.ts'
import { mkdirSync, chmodSync } from 'node:fs'
mkdirSync('/tmp/figures',{recursive:true}); chmodSync('/tmp/figures',0o755)
const log={info(){},warn:console.log,error:console.log}
const database = await openDatabase({dataDir:'/tmp/figures/dev',log})
await migrate(database,'server/db/migrations')
const t=(l:string,b:number)=>console.log(l,Math.round(performance.now()-b))
for (const name of process.argv.slice(2) as any) {
  let b=performance.now(); await fillList(database.pool,name,1_000_000); t('fill '+name,b)
  b=performance.now(); console.log(await sealLists(database)); t('seal '+name,b)
  console.log((await database.pool.query(`select pg_size_pretty(pg_total_relation_size('${name}')) t, pg_size_pretty(pg_relation_size('${name}_search')) gin, pg_size_pretty(pg_total_relation_size('list_segments')) seg, pg_size_pretty(pg_total_relation_size('list_bits')) bits, pg_size_pretty(pg_total_relation_size('list_changes')) ch, (select count(*) from list_terms) terms, (select count(*) from list_segments) segs`)).rows)
}
await database.close()
