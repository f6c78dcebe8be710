CREATE TABLE "performance_rollup" (
	"series_id" integer NOT NULL,
	"resolution" smallint NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"samples" integer NOT NULL,
	"value_sum" double precision NOT NULL,
	"value_max" real NOT NULL,
	CONSTRAINT "performance_rollup_once" PRIMARY KEY("series_id","resolution","at")
);
--> statement-breakpoint
CREATE TABLE "performance_sample" (
	"series_id" integer NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"value" real NOT NULL,
	CONSTRAINT "performance_sample_once" PRIMARY KEY("series_id","at")
);
--> statement-breakpoint
CREATE TABLE "performance_series" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "performance_series_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"node_id" integer NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"size" bigint,
	"value" real NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "performance_series_once" UNIQUE("node_id","kind","name")
);
--> statement-breakpoint
ALTER TABLE "performance_rollup" ADD CONSTRAINT "performance_rollup_series_id_performance_series_id_fk" FOREIGN KEY ("series_id") REFERENCES "public"."performance_series"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "performance_sample" ADD CONSTRAINT "performance_sample_series_id_performance_series_id_fk" FOREIGN KEY ("series_id") REFERENCES "public"."performance_series"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "performance_series" ADD CONSTRAINT "performance_series_node_id_node_id_fk" FOREIGN KEY ("node_id") REFERENCES "public"."node"("id") ON DELETE cascade ON UPDATE no action;