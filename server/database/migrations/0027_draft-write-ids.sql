ALTER TABLE "draft" ALTER COLUMN "revision" SET DATA TYPE uuid USING gen_random_uuid();
