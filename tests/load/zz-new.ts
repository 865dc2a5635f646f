import { openDatabase } from '#server/db/open.ts'
import { listRegistrants } from '#server/features/downloads/queries.ts'
const database = await openDatabase({dataDir:'/tmp/figures/dev',log:{info(){},warn:console.log,error:console.log}})
await database.pool.query('vacuum analyze list_changes, list_segments, list_bits')
for (const w of process.argv.slice(2)) for (let i=0;i<2;i++) { const b=performance.now(); const r=await listRegistrants(database.db,{search:w,page:1,perPage:10}); console.log(w,r.total,(performance.now()-b).toFixed(0)) }
console.log((await database.pool.query(`explain (analyze, buffers) select s.seal, kept.bits from list_segments s cross join lateral (select s.end1 as k1, s.end2 as k2, s.end3 as k3, s.end_id as id) high
 cross join lateral (select string_agg(case when downloads.search like '%hotm%' then '1' else '0' end, '')::varbit as bits from (select * from downloads where true and (downloads.created_at, downloads.id) >= (timestamptz 'epoch' + s.k1 * interval '1 millisecond', s.id) and (downloads.created_at, downloads.id) < (timestamptz 'epoch' + high.k1 * interval '1 millisecond', high.id) order by downloads.created_at asc nulls first, downloads.id asc nulls first) downloads) kept where s.list='downloads'`)).rows.map((r:any)=>r['QUERY PLAN']).join('\n'))
await database.close()
