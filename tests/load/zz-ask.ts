import { openDatabase } from '#server/db/open.ts'
import { listRegistrants } from '#server/features/downloads/queries.ts'
import { bigLists } from '#server/db/lists/lists.ts'
const log={info(){},warn:console.log,error:console.log}
const database = await openDatabase({dataDir:'/tmp/figures/dev',log})
const asks: [string, any][] = []
for (const [n,f] of [['none',{}],['احمد',{search:'احمد'}],['ahmed',{search:'ahmed'}],['gmail',{search:'gmail'}],['حمد',{search:'حمد'}],['hme',{search:'hme'}],['احمد محمد',{search:'احمد محمد'}],['احمد الغامدي',{search:'احمد الغامدي'}],['ahmed777',{search:'ahmed777'}],['zzzz',{search:'zzzz'}],['محمدية',{search:'محمدية'}],['ahmedahmed',{search:'ahmedahmed'}],['123456',{search:'123456'}],['mac',{platform:'mac'}],['mac coach egypt',{platform:'mac',userType:'coach',country:'egypt'}],['احمد mac',{search:'احمد',platform:'mac'}],['ahmed777 mac',{search:'ahmed777',platform:'mac'}],['malaysia',{country:'malaysia'}],['احمد zzzz',{search:'احمد zzzz'}],['سارة ahmed',{search:'سارة ahmed'}],['01012',{search:'01012'}]] as any)
 for (const page of ['first','middle','last']) asks.push([n+' '+page,{...f,page}])
for (const [name,f] of asks) {
  const times:number[]=[]; let total=0; let first=0
  const {page,...q}=f
  for (let i=0;i<6;i++){ 
    const b=performance.now()
    const p = page==='first'?1: total===0?1: page==='last'?Math.max(1,Math.ceil(total/10)):Math.max(1,Math.ceil(total/20))
    const r=await listRegistrants(database.db,{...q,page:p,perPage:10}); 
    const t=performance.now()-b; if(i===0) first=t; else times.push(t); total=r.total }
  times.sort((a,b)=>a-b); console.log(name.padEnd(28), String(total).padStart(8), 'first', first.toFixed(0).padStart(5), 'median', times[2]!.toFixed(1))
}
await database.close()
